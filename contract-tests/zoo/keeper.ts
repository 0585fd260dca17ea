/** Tasks of the zoo, by number, and what comes of them: the words between the main process and its workers. */
import { allChecks } from '../checks.ts';
import type { Check, Profile } from '../check.ts';
import { allDefects } from '../defects.ts';
import { type Trying, checksOf, tryDefect } from './try-defect.ts';
import { type VariantTrial, tryVariant } from './try-variant.ts';
import { allVariants } from './variants.ts';

export type Task = { readonly kind: 'defect' | 'variant'; readonly index: number; readonly full: boolean };

/** Of a defect, without what cannot be sent from process to process. */
export type DefectTrial = {
  readonly id: string;
  readonly findings: readonly {
    readonly check: string;
    readonly clause: string;
    readonly profile: Profile;
    readonly message: string;
  }[];
  readonly isKilled: boolean;
  readonly isMisattributed: boolean;
  readonly broken: readonly string[];
  readonly tookMs: number;
};

export type Done =
  | { readonly kind: 'defect'; readonly trial: DefectTrial }
  | { readonly kind: 'variant'; readonly trial: VariantTrial };

export const tasks = (full: boolean): readonly Task[] => [
  ...allVariants.map((_, index) => ({ kind: 'variant' as const, index, full })),
  ...allDefects.map((_, index) => ({ kind: 'defect' as const, index, full })),
];

export const perform = async ({ kind, index, full }: Task): Promise<Done> => {
  if (kind === 'variant') {
    const variant = allVariants[index];
    if (variant === undefined) throw new Error(`there is no variant ${index}`);
    const checks = allChecks.filter(inReach);
    return { kind, trial: await tryVariant(variant, full ? checks : sliceOf(checks, variantSlices, index)) };
  }
  const defect = allDefects[index];
  if (defect === undefined) throw new Error(`there is no defect ${index}`);
  const named = checksOf(defect, allChecks);
  const started = performance.now();
  const others = allChecks.filter((check) => !named.includes(check) && inReach(check));
  const trial = await tryDefect(defect, [...named, ...(full ? others : othersOf(others, index))]);
  return { kind, trial: told(trial, performance.now() - started) };
};

/** What the standard profile runs; checks of the deep one are shown their own defects only. */
const inReach = ({ profile }: Check): boolean => profile !== 'deep';

/** How many variants it takes until each check was shown one. */
const variantSlices = 10;

/** One defect in twenty is shown to others too, to a tenth of them: what they find is misattributed. */
const othersOf = (checks: readonly Check[], index: number): readonly Check[] =>
  index % 20 === 0 ? sliceOf(checks, 10, index / 20) : [];

/** Checks that stand together look at the same exchanges: a slice of them costs its share, one here and one there costs nearly all. */
const sliceOf = (checks: readonly Check[], slices: number, index: number): readonly Check[] => {
  const size = Math.ceil(checks.length / slices);
  const from = (index % slices) * size;
  return checks.slice(from, from + size);
};

const told = ({ defect, findings, isKilled, isMisattributed, broken }: Trying, tookMs: number): DefectTrial => ({
  id: defect.id,
  findings: findings.map(({ check, clause = '', message }) => ({
    check: check.id,
    clause,
    profile: check.profile,
    message,
  })),
  isKilled,
  isMisattributed,
  broken,
  tookMs,
});
