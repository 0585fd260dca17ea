/** W1 and W3: what each request was answered, by what it met on its way. And: nothing is injected that nobody asked for. */
import type { RequestEntry } from '../../spec/schemas/journal.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import type { Seen } from '../choices/client.case.ts';
import type { Ending } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import type { Stage } from './stage.case.ts';

/** Throws for an answer that the document does not have. */
export type Fits = (choices: GapChoices, method: string, path: string, seen: Seen) => void;

export const expectAnswers = (stage: Stage, { journal }: Ending, fits: Fits): void => {
  const entries = new Map<string, RequestEntry>();
  for (const entry of journal) {
    const [stranger] = entry.faults.filter((name) => !stage.asked.has(name));
    expectFact('W1', stranger === undefined, `${stranger} was injected, and nobody asked for it`);
    if (entry.kind !== 'request') continue;
    const tag = entry.request.headers.find(({ name }) => name === 'x-tag')?.value;
    if (tag !== undefined) entries.set(tag, entry);
  }
  for (const { tag, method, path, seen } of stage.calls) {
    const { faults = [], operation } = entries.get(tag) ?? {};
    const shown = `${tag} ${method} ${path}`;
    if (seen === undefined) {
      const isMeant = faults.some((name) => name.startsWith('request-')) || path.startsWith('http');
      expectFact('W1', isMeant, `${shown} was not answered`);
      continue;
    }
    if (seen.status >= 500) {
      const isDocumented =
        seen.status === 503 && (operation === 'createVoiceSession' || operation === 'createLiveSwapSession');
      expectFact(
        'W1',
        isDocumented || faults.includes('request-error'),
        `${shown} was answered ${seen.status} ${seen.text}`,
      );
    }
    if (faults.some((name) => spoils.has(name)) || path.startsWith('http')) continue;
    try {
      fits(stage.mock.choices, method, path, seen);
    } catch (error) {
      throw new Error(`W3: ${shown}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
};

/** An injected error may be one that the operation does not have. */
const spoils: ReadonlySet<string> = new Set([
  'request-error',
  'request-drop-mid-reply',
  'request-malformed-json',
  'request-wrong-content-type',
  'request-truncated-body',
]);
