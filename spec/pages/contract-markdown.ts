/** The clauses and the gaps as Markdown, for those who read the repository or the package: docs/clauses.md and docs/gaps.md. */
import { type Section, type Side, sections } from '../clause.ts';
import { clauseList } from '../clauses.ts';
import type { Gap } from '../gap.ts';
import { gapList } from '../gaps.ts';
import { kindWords, sideWords } from './words.ts';

export const clausesMarkdown = (): string =>
  document(
    'Clauses',
    `Every rule that the document states, one fact each: ${clauseList.length}, each with who has to keep it. What it leaves open are [gaps](gaps.md).`,
    (section) => {
      const own = clauseList.filter((clause) => clause.section === section);
      const open = gapList.filter((gap) => gap.section === section).map(({ id }) => `[\`${id}\`](gaps.md#${id})`);
      return [
        ...(own.length === 0
          ? []
          : [['| clause | who | what |', '| --- | --- | --- |', ...own.map(clauseRow)].join('\n')]),
        ...(open.length === 0 ? [] : [`Left open here: ${open.join(', ')}`]),
      ];
    },
  );

export const gapsMarkdown = (): string =>
  document(
    'Gaps',
    `What the document leaves open, or says twice: ${gapList.length} questions, each with the mock’s own answer and other lawful ones. A client should rely on none of them, and no check fails a server for one. What the document does say are [clauses](clauses.md).`,
    (section) => gapList.filter((gap) => gap.section === section).map(gapPart),
  );

const document = (title: string, about: string, partsOf: (section: Section) => readonly string[]): string => {
  const filled = (Object.entries(sections) as [Section, string][])
    .map(([section, text]) => [`## ${text}`, ...partsOf(section)])
    .filter(({ length }) => length > 1);
  const remark = '<!-- Written by "npm run spec". Change what it is made of, in spec/. -->';
  return `${[`# ${title}`, remark, about, ...filled.flat()].join('\n\n')}\n`;
};

/** Ids have dots, which the anchors of headings lose: so each has one of its own. */
const clauseRow = ({ id, side, level, text }: (typeof clauseList)[number]): string =>
  `| <a id="${id}"></a>\`${id}\` | ${sideWords[side satisfies Side]} ${level} | ${inTable(text)} |`;

const gapPart = (gap: Gap & { readonly id: string }): string =>
  [
    `### ${gap.id}`,
    `${told(gap.question)} (${kindWords[gap.kind]})`,
    answers(gap).join('\n'),
    `Accepted: ${told(gap.accept)}`,
    ...('values' in gap ? [`Chosen with \`--variant ${gap.id}=…\`.`] : []),
  ].join('\n\n');

const answers = (gap: Gap): readonly string[] =>
  'values' in gap
    ? Object.entries(gap.values).map(
        ([value, text]) => `- \`${value}\`${value === gap.default ? ' (ours)' : ''}: ${told(text)}`,
      )
    : [`- ours: ${told(gap.ours)}`, `- others: ${told(gap.others)}`];

/** What stands between backquotes is shown as it is; elsewhere a bracket could be taken for a tag. */
const told = (text: string): string => text.replaceAll(/`[^`]*`|</g, (part) => (part === '<' ? '&lt;' : part));

const inTable = (text: string): string => told(text).replaceAll('|', '\\|');
