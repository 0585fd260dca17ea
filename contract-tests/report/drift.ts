/** Drift as reports show it: each difference with its clause or gap, and under it what of the exchanges shows it, with one example. */
import { clauses } from '../../spec/clauses.ts';
import { gaps } from '../../spec/gaps.ts';
import type { Difference } from '../drift.ts';
import type { Contrast, Sight } from '../drift/contrast.ts';
import { type ShownExchange, shownExchange } from './exchange.ts';
import { plural } from './figures.ts';
import { line } from './line.ts';

export type ReportedDifference = Difference<ReportedContrast>;

export type ReportedContrast = {
  readonly operation: string;
  readonly what: string;
  readonly mock: string;
  readonly deployment: string;
  readonly count: number;
  readonly example: {
    readonly check: string;
    /** Of a socket or a webhook: a few words. */
    readonly mock: ShownExchange | string;
    readonly deployment: ShownExchange | string;
  } | null;
};

export const reportedDifference = ({ contrasts, ...difference }: Difference): ReportedDifference => ({
  ...difference,
  contrasts: contrasts.map(reportedContrast),
});

const reportedContrast = ({ operation, what, mock, deployment, seen }: Contrast): ReportedContrast => {
  const [first] = seen;
  return {
    operation,
    what,
    mock,
    deployment,
    count: seen.length,
    example:
      first === undefined
        ? null
        : { check: first.check.id, mock: shownSight(first.mock), deployment: shownSight(first.deployment) },
  };
};

const shownSight = (sight: Sight): ShownExchange | string => (typeof sight === 'string' ? sight : shownExchange(sight));

/** Whose difference it is, in words. Names that reports set apart stand in `code`. */
export const verdictOn = (difference: ReportedDifference): string => {
  switch (difference.kind) {
    case 'deployment-breaks':
      return `the deployment breaks \`${difference.clause}\`: ${clauses[difference.clause].text}`;
    case 'mock-breaks':
      return `the mock breaks \`${difference.clause}\`: ${clauses[difference.clause].text}`;
    case 'gap': {
      const { gap, deployment, mock } = difference;
      const does = deployment.length === 0 ? 'does otherwise than the mock' : `does ${deployment.join(', ')}`;
      const ours = deployment.length === 0 && mock.length === 0 ? '' : ` (the mock: ${mock.join(', ') || 'not seen'})`;
      return `gap \`${gap}\`: the deployment ${does}${ours}`;
    }
    case 'unexplained':
      return 'unexplained: no clause and no gap speaks of it, or it may pass, as a refusal for want of capacity does';
    default:
      return difference satisfies never;
  }
};

/** What the document leaves open there; empty for what is no gap. */
export const questionOf = (difference: ReportedDifference): string =>
  difference.kind === 'gap' ? gaps[difference.gap].question : '';

export type Row = { readonly told: string; readonly example: ReportedContrast['example'] };

/** One for each thing that differs, however many operations show it. */
export const rowsOf = ({ contrasts }: ReportedDifference): readonly Row[] => {
  const alike = new Map<string, ReportedContrast[]>();
  for (const contrast of contrasts) {
    const key = [contrast.what, contrast.mock, contrast.deployment].join('\n');
    alike.set(key, [...(alike.get(key) ?? []), contrast]);
  }
  return [...alike.values()].flatMap((all): Row[] => {
    const [first, ...others] = all;
    if (first === undefined) return [];
    const where = `${first.operation}${others.length === 0 ? '' : ` and ${others.length} more`}`;
    const count = all.reduce((sum, one) => sum + one.count, 0);
    return [
      {
        told: `${where}, ${first.what}: the mock ${first.mock}, the deployment ${first.deployment} (${plural(count, 'time')})`,
        example: first.example,
      },
    ];
  });
};

export const sightLine = (sight: ShownExchange | string): string => (typeof sight === 'string' ? sight : line(sight));
