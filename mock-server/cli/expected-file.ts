/** A file of failures that are expected for a while: a list in YAML or JSON, each entry with a check or clause, a reason and the last day. */
import { clauses } from '../../spec/clauses.ts';
import type { Check } from '../../contract-tests/check.ts';
import type { Expected } from '../../contract-tests/expected.ts';
import { type Located, readLocated } from '../../scenarios/located-file.ts';
import { didYouMean } from '../../scenarios/nearest.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage`, with the place of what is wrong. */
export const readExpected = async (file: string, catalogue: readonly Check[]): Promise<readonly Expected[]> => {
  const root = await readLocated(file).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new WrongUsage(error.message, { cause: error }) : error;
  });
  if (root === undefined) return [];
  const list = root.kind === 'map' ? root.entries.find(([name]) => name.text === 'expected_failures')?.[1] : root;
  if (list?.kind !== 'list') {
    throw new WrongUsage(
      `${root.where}: there must be a list of entries, each with check or clause, reason and expires`,
    );
  }
  return list.items.map((item) => readEntry(item, catalogue));
};

const members = ['check', 'clause', 'reason', 'expires'];

const readEntry = (item: Located, catalogue: readonly Check[]): Expected => {
  if (item.kind !== 'map') throw new WrongUsage(`${item.where}: an entry has check or clause, reason and expires`);
  const told = new Map<string, Located>();
  for (const [name, value] of item.entries) {
    if (!members.includes(name.text)) {
      throw new WrongUsage(
        `${name.where}: ${name.text} is no member of an entry, which has check or clause, reason and expires${didYouMean(name.text, members)}`,
      );
    }
    told.set(name.text, value);
  }
  const text = (name: string): string => {
    const value = told.get(name);
    if (value?.kind !== 'single' || value.text.trim() === '') {
      throw new WrongUsage(`${value?.where ?? item.where}: an expected failure needs ${name}`);
    }
    return value.text.trim();
  };
  const [kind, other] = ['check', 'clause'].filter((name) => told.has(name));
  if (kind === undefined || other !== undefined) {
    throw new WrongUsage(`${item.where}: an expected failure names a check or a clause, one of the two`);
  }
  const id = text(kind);
  const known = kind === 'check' ? catalogue.map((one) => one.id) : Object.keys(clauses);
  if (!known.includes(id)) {
    throw new WrongUsage(`${told.get(kind)?.where ?? item.where}: there is no ${kind} ${id}${didYouMean(id, known)}`);
  }
  const expires = text('expires');
  if (!isDay(expires)) {
    throw new WrongUsage(`${told.get('expires')?.where ?? item.where}: expires must be a day, such as 2026-12-31`);
  }
  return { id, reason: text('reason'), expires, where: item.where };
};

/** One that the calendar has: no 31 February. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text;
