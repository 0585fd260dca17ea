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
  ...allVariants(full).map((_, index) => ({ kind: 'variant' as const, index, full })),
  ...allDefects.map((_, index) => ({ kind: 'defect' as const, index, full })),
];

export const perform = async ({ kind, index, full }: Task): Promise<Done> => {
  if (kind === 'variant') {
    const variant = allVariants(full)[index];
    if (variant === undefined) throw new Error(`there is no variant ${index}`);
    const checks = allChecks.filter((check) => inReach(check) && (full || isInTurn(check, index)));
    return { kind, trial: await tryVariant(variant, checks, full ? 0.2 : 0.05) };
  }
  const defect = allDefects[index];
  if (defect === undefined) throw new Error(`there is no defect ${index}`);
  const named = checksOf(defect, allChecks);
  const started = performance.now();
  const others = allChecks.filter((check) => !named.includes(check) && inReach(check));
  const trial = await tryDefect(defect, [...named, ...(full ? others : tenthOf(others, index))]);
  return { kind, trial: told(trial, performance.now() - started) };
};

/** What the standard profile runs; checks of the deep one are shown their own defects only. */
const inReach = ({ profile }: Check): boolean => profile !== 'deep';

/** What takes as long as fifty others: files of the largest size, hundreds of records, a text of many parts. Each fourth server is shown one of them. */
const dear: readonly string[] = [
  'limits.image-size-accepts',
  'limits.audio-size-accepts',
  'usage-summary.full-history',
  'voice-socket.converted-same-connection',
];
const isInTurn = ({ id }: Check, index: number): boolean => !dear.includes(id) || dear[index % dear.length] === id;

/** Checks that stand together look at the same exchanges: a tenth in one piece costs its share, one here and one there costs nearly all. */
const tenthOf = (checks: readonly Check[], index: number): readonly Check[] => {
  const size = Math.ceil(checks.length / 10);
  const from = (index % 10) * size;
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
