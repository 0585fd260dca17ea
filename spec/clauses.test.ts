/** The catalogue of clauses: well formed, complete, and agreed with the figures and the error codes. */
import { expect, test } from 'vitest';
import { sections } from './clause.ts';
import { clauseList, clauses, clauseTables } from './clauses.ts';
import { httpErrors, jobErrors } from './errors.ts';
import { limitClauses, type LimitName, limits } from './limits.ts';

const kebab = (code: string) => code.replaceAll('_', '-');

test('ids are lower-case words under a section of the document', () => {
  for (const { id, section } of clauseList) {
    expect(id).toMatch(/^[a-z]+(\.[a-z0-9-]+)+$/);
    expect(sections).toHaveProperty(section);
  }
});

test('no id is declared in two tables', () => {
  const declared = clauseTables.reduce((sum, table) => sum + Object.keys(table).length, 0);
  expect(Object.keys(clauses)).toHaveLength(declared);
});

test('the list keeps the order of the sections in the document', () => {
  expect([...new Set(clauseList.map(({ section }) => section))]).toEqual(Object.keys(sections));
});

test('each text is one sentence of modest length, and no two are alike', () => {
  const oneSentence = (text: string) => /^[A-Z`].*\.$/.test(text) && !/\. [A-Z]/.test(text) && text.length <= 160;
  expect(clauseList.filter(({ text }) => !oneSentence(text))).toEqual([]);
  expect(new Set(clauseList.map(({ text }) => text)).size).toBe(clauseList.length);
});

test('the document is read closely enough: at least 380 clauses', () => {
  expect(clauseList.length).toBeGreaterThanOrEqual(380);
});

test('server, client and receiver all have duties', () => {
  expect(new Set(clauseList.map(({ side }) => side))).toEqual(new Set(['server', 'client', 'receiver']));
});

test('each HTTP error has a clause for its code and one for its status', () => {
  for (const [code, { status }] of Object.entries(httpErrors)) {
    const text = (id: string) => clauses[id as keyof typeof clauses]?.text;
    expect(text(`errors.${kebab(code)}-code`)).toContain(`\`${code}\``);
    expect(text(`errors.${kebab(code)}-status`)).toContain(`${status}`);
  }
});

test('each job-level error has a clause for its code and one that keeps it out of HTTP', () => {
  for (const code of Object.keys(jobErrors)) {
    expect(clauses).toHaveProperty([`errors.${kebab(code)}-code`]);
    expect(clauses).toHaveProperty([`errors.${kebab(code)}-job-level`]);
  }
});

test('each clause cited by a figure or an error exists', () => {
  const cited = [
    ...Object.keys(limits).flatMap((name) => limitClauses(name as LimitName)),
    ...Object.values({ ...httpErrors, ...jobErrors }).flatMap((error) => error.clauses),
  ];
  for (const id of cited) expect(clauses).toHaveProperty([id]);
});
