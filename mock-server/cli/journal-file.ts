/** A journal that was kept in a file: what `GET /__understudy/journal` gave, or its entries alone. */
import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/schema';
import { JournalEntry } from '../../spec/schemas/journal.ts';
import { WrongUsage } from './wrong-usage.ts';

export type KeptJournal = {
  readonly entries: readonly JournalEntry[];
  /** How many entries there were before the first one of the file. */
  readonly forgotten: number;
  readonly clock?: string;
};

/** Throws `WrongUsage` that says which entry is none. */
export const readJournalFile = async (file: string): Promise<KeptJournal> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongUsage(`the file ${file} cannot be read (${error.code ?? String(error)})`, { cause: error });
  });
  const told = parsed(file, text);
  const list: unknown = isObject(told) ? told['entries'] : told;
  if (!Array.isArray(list)) {
    throw new WrongUsage(`${file} is no journal: it must be what GET /__understudy/journal gives, with its entries`);
  }
  const entries = readEntries(file, list);
  const clock = isObject(told) ? told['clock'] : undefined;
  return { entries, forgotten: (entries[0]?.seq ?? 1) - 1, ...(typeof clock === 'string' && { clock }) };
};

/** In the order of their numbers, so that pages may be put together in any order. */
const readEntries = (file: string, list: readonly unknown[]): readonly JournalEntry[] => {
  const schema = Compile(JournalEntry);
  const entries = list.map((entry, index): JournalEntry => {
    if (schema.Check(entry)) return entry;
    throw new WrongUsage(`${file} is no journal: entry ${index + 1} of it is not as the mock writes them`);
  });
  return entries.toSorted((one, other) => one.seq - other.seq);
};

const parsed = (file: string, text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new WrongUsage(`${file} is no JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
};

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
