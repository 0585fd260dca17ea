/** `--verbose`: what comes to the mock and what it sends, a line for each as it happens, without secrets. */
import { visible } from '../../contract-tests/report/visible.ts';
import type { Mock } from '../compose.ts';
import { lineOf } from './journal-line.ts';
import { jsonOf } from './json-lines.ts';

/** @returns tells what has happened meanwhile, and ends it */
export const tellAsItHappens = ({ control }: Pick<Mock, 'control'>, format: 'pretty' | 'json'): (() => void) => {
  let { next } = control.journal({ limit: 1 });
  const tell = (): void => {
    for (let isMore = true; isMore;) {
      const page = control.journal({ since: next, limit: linesAtOnce });
      for (const entry of page.entries) {
        // What clients send does not steer the terminal.
        const line = format === 'json' ? jsonOf({ event: 'journal', entry }) : visible(lineOf(entry));
        process.stdout.write(`${line}\n`);
      }
      next = page.next;
      isMore = page.entries.length === linesAtOnce;
    }
  };
  // Lines are made when somebody reads them, and no request waits for that.
  const timer = setInterval(tell, lookMs).unref();
  return () => {
    clearInterval(timer);
    tell();
  };
};

const lookMs = 100;
const linesAtOnce = 1_000;
