/** Mocks that are wrong as servers, each in one way: in what they answer, and in what they leave behind. */
import { createServer } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Canary, answering, beside, ending, telling } from './canary.case.ts';

export const serverCanaries: readonly Canary[] = [
  {
    does: 'injects what nobody asked for',
    wrong: ending((seen) => ({
      ...seen,
      journal: seen.journal.map((entry) => ({ ...entry, faults: ['a-stranger'] })),
    })),
    breaks: /W1: a-stranger/,
  },
  {
    does: 'does not answer',
    wrong: answering(/GET \/balance/, () => undefined),
    breaks: /W1: .* was not answered/,
  },
  {
    does: 'fails where nothing was injected',
    wrong: answering(/POST \/uploads/, (seen) => ({ ...seen, status: 500, text: '' })),
    breaks: /W1: .* was answered 500/,
  },
  {
    does: 'fails behind the back of its callers',
    wrong: beside((_account, _world, command) => {
      if (command.type === 'close-session') throw new Error('failed');
    }),
    breaks: /W2: the mock failed/,
  },
  {
    does: 'leaves out what the document has',
    wrong: telling(/GET \/balance/, (balance) => ({ ...balance, total_spent_usd: undefined })),
    breaks: /W3/,
  },
  {
    does: 'leaves a timer behind',
    ...leaving(() => {
      const timer = setInterval(() => undefined, 60_000);
      return () => clearInterval(timer);
    }),
    breaks: /S9\/W5/,
  },
  {
    does: 'leaves a socket behind',
    ...leaving(() => {
      const server = createServer().listen(0, '127.0.0.1');
      return () => void server.close();
    }),
    breaks: /S9\/W5/,
  },
  {
    does: 'leaves a folder behind',
    ...leaving(() => {
      const folder = mkdtempSync(join(tmpdir(), `understudy-${process.pid}-`));
      return () => rmSync(folder, { recursive: true });
    }),
    breaks: /S9\/W5/,
  },
];

/** @param leave lets go of something, and says how it is got rid of when it was seen */
function leaving(leave: () => () => void): Pick<Canary, 'wrong' | 'after'> {
  const left: (() => void)[] = [];
  return {
    wrong: () => ({
      lies: {
        ends: (seen) => {
          left.push(leave());
          return seen;
        },
      },
    }),
    after: () => {
      for (const remove of left.splice(0)) remove();
    },
  };
}
