/** Tasks of the zoo, by number, and what comes of them: the words between the main process and its workers. */
import { allChecks } from '../checks.ts';
import type { Check } from '../check.ts';
import { allDefects } from '../defects.ts';
import { memoryWire, networkWire } from './memory-wire.ts';
import { type DefectTrial, checksOf, together, tryDefect } from './try-defect.ts';
import { showAsDeployment } from './show-deployment.ts';
import { type VariantTrial, tryVariant } from './try-variant.ts';
import { allVariants } from './variants.ts';

export type Plan = {
  /** Everything is shown to all checks. */
  readonly full: boolean;
  /** Of the mocks and of all draws; it also says which tenth of the other checks a defect is shown to. */
  readonly seed: number;
};

/** `again`: a defect is shown to the checks that name its clause only, with more cases. */
export type Task = Plan & { readonly kind: 'defect' | 'again' | 'variant'; readonly index: number };

export type Done =
  | { readonly kind: 'defect'; readonly trial: DefectTrial }
  | { readonly kind: 'variant'; readonly trial: VariantTrial };

export const tasks = (plan: Plan): readonly Task[] => [
  ...allVariants(plan.full).map((_, index) => ({ ...plan, kind: 'variant' as const, index })),
  ...allDefects.map((_, index) => ({ ...plan, kind: 'defect' as const, index })),
];

export const perform = async ({ kind, index, full, seed }: Task): Promise<Done> => {
  // Where everything is shown to all checks, it is shown as users have it.
  const wireTo = full ? networkWire : memoryWire;
  if (kind === 'variant') {
    const variant = allVariants(full)[index];
    if (variant === undefined) throw new Error(`there is no variant ${index}`);
    const isDeepToo = full || isTurn(index, seed, deepEvery);
    const checks = allChecks.filter((check) => isDeepToo || inReach(check));
    return { kind, trial: await tryVariant(variant, checks, full ? more : few, wireTo) };
  }
  const defect = allDefects[index];
  if (defect === undefined) throw new Error(`there is no defect ${index}`);
  const named = checksOf(defect, allChecks);
  const closer = (): Promise<DefectTrial> => tryDefect(defect, named, seed, more, wireTo);
  if (kind === 'again') return { kind: 'defect', trial: await closer() };
  const others = allChecks.filter((check) => !named.includes(check) && (full || inReach(check)));
  const shown = full ? others : tenthOf(others, index + seed).filter((check) => isInTurn(check, index));
  const trial = await tryDefect(defect, inOrder([...named, ...shown]), seed, full ? more : few, wireTo);
  const all = trial.isKilled || full ? trial : together(trial, await closer());
  if (!isTurn(index, seed, deploymentEvery)) return { kind, trial: all };
  const catching = named.filter(({ id }) => all.caughtBy.includes(id));
  return { kind, trial: { ...all, asDeployment: await showAsDeployment(defect, catching, seed, wireTo) } };
};

/** How many random cases are drawn, and of what is alike tried, at a first look and at a closer one; 1 is usual. */
const [few, more] = [0.05, 0.2];

/** Of so many defects one is also shown as a deployment has it. */
const deploymentEvery = 12;

/** Of so many lawful servers one is shown to the checks of the profile deep too, which send it 500 MB and more. */
export const deepEvery = 8;

const isTurn = (index: number, seed: number, every: number): boolean => index % every === seed % every;

/** Some of them wait for years, and come last. */
const inOrder = (checks: readonly Check[]): readonly Check[] => {
  const chosen = new Set(checks);
  return allChecks.filter((check) => chosen.has(check));
};

/** A closer look at the defects of those clauses that these checks judge: none of them turned one red. */
export const closerLooks = (plan: Plan, checks: readonly Check[]): readonly Task[] =>
  allDefects.flatMap((defect, index) =>
    checksOf(defect, checks).length > 0 ? [{ ...plan, kind: 'again' as const, index }] : [],
  );

/** What the standard profile runs; checks of the deep one are shown their own defects, and lawful servers in turn. */
const inReach = ({ profile }: Check): boolean => profile !== 'deep';

/** What takes as long as thirty others: files of the largest size, hundreds of records, minutes of speech. Of the turns in which it would be shown to defects of other clauses each of them has one in so many as they are. */
export const dear: readonly string[] = [
  'limits.image-size-accepts',
  'limits.audio-size-accepts',
  'usage-summary.full-history',
  'voice-socket.converted-same-connection',
];
const isInTurn = ({ id }: Check, index: number): boolean =>
  !dear.includes(id) || dear[Math.floor(index / 10) % dear.length] === id;

/** Checks that stand together look at the same exchanges: a tenth in one piece costs its share, one here and one there costs nearly all. */
const tenthOf = (checks: readonly Check[], turn: number): readonly Check[] => {
  const size = Math.ceil(checks.length / 10);
  const from = (turn % 10) * size;
  return checks.slice(from, from + size);
};
