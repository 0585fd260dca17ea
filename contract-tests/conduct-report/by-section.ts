/** The rules of a scorecard under the sections of the document, each where the clause stands that it blames. */
import { type Section, sections } from '../../spec/clause.ts';
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import { conductVerdicts } from '../conduct/conduct-verdict.ts';
import type { RuleVerdict } from '../conduct/scorecard.ts';

export type RulesOfSection = {
  readonly section: Section;
  readonly title: string;
  /** The worst first, else as the catalogue has them. */
  readonly rules: readonly RuleVerdict[];
};

export const bySection = (rules: readonly RuleVerdict[]): readonly RulesOfSection[] =>
  (Object.keys(sections) as Section[]).flatMap((section) => {
    const own = rules.filter((rule) => blamedClause(rule).split('.', 1)[0] === section);
    if (own.length === 0) return [];
    const worstFirst = conductVerdicts.flatMap((verdict) => own.filter((rule) => rule.verdict === verdict));
    return [{ section, title: sections[section], rules: worstFirst }];
  });

export const blamedClause = ({ clauses: [first] }: RuleVerdict): ClauseId => {
  if (first === undefined) throw new Error('a rule cites a clause');
  return first;
};

export const textOfClause = (id: ClauseId): string => clauses[id].text;

export const isLapsed = ({ lapses }: RuleVerdict): boolean => lapses.length > 0;
