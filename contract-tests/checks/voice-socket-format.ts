/** The first message of the voice socket: one frame of text that says how audio is written. */
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { type Opening, formatsIn, openings } from '../probes/voice-talk.ts';
import { parsed } from '../reading/audio-format.ts';
import { isObject, memberOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import type { StreamFrame } from '../wire/stream.ts';

export const voiceSocketFormatChecks: readonly Check[] = [
  about('format-unprompted', 'the format comes before the client has sent anything', (opening) => ({
    holds: formatsIn(opening.unprompted).length > 0,
    expected: 'a format frame unasked',
    actual: told(opening.unprompted),
  })),
  about('format-first', 'nothing comes before the format', ({ frames }) => {
    const [format] = formatsIn(frames);
    return format === undefined
      ? undefined
      : { holds: frames[0] === format, expected: 'the format frame before all else', actual: told(frames) };
  }),
  about('format-once', 'the format comes once', ({ frames }) => {
    const { length } = formatsIn(frames);
    return length === 0 ? undefined : { holds: length === 1, expected: 'one format frame', actual: told(frames) };
  }),
  about('format-text-json', 'the format is a text frame with a JSON object in it', ({ frames }) => {
    const [format] = formatsIn(frames);
    return format === undefined
      ? undefined
      : {
          holds: format.kind === 'text' && isObject(parsed(format.bytes)),
          expected: 'a text frame with a JSON object',
          actual: told([format]),
        };
  }),
  ...(['sample_rate', 'chunk_frames'] as const).flatMap((name) => {
    const word = name.replace('_', '-');
    return [
      memberCheck(
        `resources.audio-format.${word}-present`,
        `the format frame carries ${name}`,
        (json) => memberOf(json, name) !== undefined,
      ),
      memberCheck(`resources.audio-format.${word}-integer`, `${name} of the format frame is an integer`, (json) => {
        const value = memberOf(json, name);
        return value === undefined ? undefined : Number.isInteger(value);
      }),
    ];
  }),
];

type Judged = { readonly holds: boolean; readonly expected: string; readonly actual: string };

function about(word: string, title: string, judge: (opening: Opening) => Judged | undefined): Check {
  const clause = clauseNamed(`endpoints.voice-session.${word}`);
  return check({
    id: `voice-socket.${word}`,
    title,
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      for (const opening of await open(t)) expectOf(t, clause, opening, judge(opening));
    },
  });
}

function memberCheck(id: string, title: string, judge: (json: unknown) => boolean | undefined): Check {
  const clause = clauseNamed(id);
  return check({
    id: `voice-socket.${id.slice('resources.'.length)}`,
    title,
    clauses: [clause],
    needs: ['spend'],
    run: async (t) => {
      for (const opening of await open(t)) {
        const [format] = formatsIn(opening.frames);
        const json = format && parsed(format.bytes);
        const holds = isObject(json) ? judge(json) : undefined;
        expectOf(
          t,
          clause,
          opening,
          holds === undefined ? undefined : { holds, expected: title, actual: told(opening.frames) },
        );
      }
    },
  });
}

function expectOf(t: Trial, clause: ClauseId, { says, session }: Opening, judged: Judged | undefined): void {
  if (judged === undefined) return t.tried();
  const { holds, expected, actual } = judged;
  t.expect(clause, holds, { expected: `${expected}, with ${says}`, actual, at: session, gaps: ['voice-format'] });
}

async function open(t: Trial): Promise<readonly Opening[]> {
  const heard = await t.once(openings);
  const opened = heard.filter(({ status }) => status === 101);
  if (opened.length === 0) t.wanted(undefined, 'a voice socket that opens', ...heard.map(({ session }) => session));
  const [format] = formatsIn(opened[0]?.frames ?? []);
  const json = format && parsed(format.bytes);
  t.run.observe('voice-format', `${String(memberOf(json, 'sample_rate'))}x${String(memberOf(json, 'chunk_frames'))}`);
  return opened;
}

function told(frames: readonly StreamFrame[]): string {
  if (frames.length === 0) return 'nothing';
  const words = frames
    .slice(0, 6)
    .map(({ kind, bytes }) => (kind === 'text' ? `text ${bytes.toString().slice(0, 120)}` : `${bytes.length} bytes`));
  return words.join(', then ') + (frames.length > 6 ? ', …' : '');
}
