/** Where a script is split to be spoken: at the ends of its sentences (endpoints.voice-clone.long-script-joined). */
import { countCharacters } from '../text.ts';

/** The characters of each sentence, in order; together those of the script. Very short ones go with the one behind them. */
export const sentencesOf = (script: string): number[] => {
  const least = Math.max(shortest, countCharacters(script) / sentencesMax);
  const lengths: number[] = [];
  let from = 0;
  for (const { 0: end, index } of script.matchAll(sentenceEnd)) {
    const length = countCharacters(script.slice(from, index + end.length));
    if (length < least) continue;
    lengths.push(length);
    from = index + end.length;
  }
  const rest = countCharacters(script.slice(from));
  if (rest > 0) lengths.push((rest < shortest ? (lengths.pop() ?? 0) : 0) + rest);
  return lengths;
};

/** Each character is looked at once, whatever the script is. A mark within a number ends nothing. */
const sentenceEnd = /(?:[.!?…](?=\s|$)|[。！？।؟\n])\s*/gu;
const shortest = 8;
/** So many are as good as more, and a job is to stay small. */
const sentencesMax = 500;
