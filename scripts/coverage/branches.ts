/** The branches of a file that no test has taken, but for those that none can take unless the mock is wrong. */
type Place = { readonly line: number | undefined; readonly column: number | null };
type Span = { readonly start: Partial<Place>; readonly end: Partial<Place> };

/** A file as Istanbul's reports have it. */
export type Counted = {
  readonly branchMap: { readonly [id: string]: { readonly type: string; readonly locations: readonly Span[] } };
  /** How often each way of a branch was taken. */
  readonly b: { readonly [id: string]: readonly number[] };
};

export type Uncovered = { readonly line: number; readonly kind: string; readonly text: string };

export const uncoveredIn = (
  { branchMap, b }: Counted,
  source: string,
): { readonly branches: number; readonly uncovered: readonly Uncovered[] } => {
  const lines = source.split('\n');
  const uncovered: Uncovered[] = [];
  let branches = 0;
  for (const [id, { type, locations }] of Object.entries(branchMap)) {
    for (const [way, count] of (b[id] ?? []).entries()) {
      const span = locations[way];
      const isTaken = count > 0;
      if (!isTaken && isAssertion(type, way, textOf(lines, span))) continue;
      branches++;
      if (isTaken) continue;
      // An `else` that is not written has no place of its own.
      const line = span?.start.line ?? locations[0]?.start.line ?? 0;
      const isUnwritten = span?.start.line === undefined;
      uncovered.push({ line, kind: isUnwritten ? `${type}, else` : type, text: lines[line - 1]?.trim() ?? '' });
    }
  }
  return { branches, uncovered };
};

/** `if (…) throw new Error(…)`, which is a bug of ours and no refusal, and the `default` of a switch that knows all there is. */
const isAssertion = (type: string, way: number, text: string): boolean =>
  (type === 'if' && way === 0 && /^if \([\s\S]*?\)\s*\{?\s*throw new Error\(/.test(text)) ||
  (type === 'switch' && /^default:[\s\S]*\bsatisfies never\b/.test(text));

const textOf = (lines: readonly string[], span: Span | undefined): string => {
  const { line: first, column: from } = span?.start ?? {};
  const { line: last, column: to } = span?.end ?? {};
  if (first === undefined || last === undefined) return '';
  const part = lines.slice(first - 1, last);
  return part
    .map((line, index) =>
      line.slice(index === 0 ? (from ?? 0) : 0, index === part.length - 1 ? (to ?? undefined) : undefined),
    )
    .join('\n');
};
