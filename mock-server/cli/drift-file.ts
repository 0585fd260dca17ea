/** The file of `--drift`: what a target does where the document leaves it open, as `--variants-from` reads it. */
import type { Report } from '../../contract-tests/report/report.ts';
import type { TestFlags } from './test-flags.ts';

/** Undefined without `--drift`. */
export const driftFileOf = ({ drift }: Pick<TestFlags, 'drift'>): string | undefined =>
  drift === true ? 'understudy.variants.json' : drift;

export const driftText = ({ target, started_at, variants, observed }: Report): string =>
  `${JSON.stringify({ seen_at: target, on: started_at, variants, observed }, null, 2)}\n`;

/** For people, after it was written. */
export const driftLine = ({ variants }: Report, file: string): string => {
  const count = Object.keys(variants).length;
  return `What it does in ${count} ${count === 1 ? 'gap' : 'gaps'} is in ${file}: understudy start --variants-from ${file}\n`;
};
