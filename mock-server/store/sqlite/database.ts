/** SQLite by the driver that is there: Node's own from 22.13 on, else the package libsql. Both are used by the same few calls. */
export type Value = string | number | null;
export type Row = { readonly [column: string]: unknown };

export type Statement = {
  readonly run: (...values: Value[]) => unknown;
  readonly get: (...values: Value[]) => unknown;
  readonly all: (...values: Value[]) => unknown[];
};

export type Database = {
  readonly exec: (sql: string) => unknown;
  readonly prepare: (sql: string) => Statement;
  readonly close: () => unknown;
};

/** Throws the driver's error, and an Error that says what to install where there is no driver. */
export const openDatabase = async (file: string): Promise<Database> => {
  const Driver = ofNode() ?? (await ofLibsql());
  if (Driver === undefined) {
    throw new Error(
      'a data folder needs SQLite: Node has it from 22.13 on; for an older Node `npm install libsql` adds it',
    );
  }
  return new Driver(file);
};

/** What SQLite says went wrong, as its primary result code; undefined for what is no error of SQLite. */
export const resultCodeOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { rawCode, errcode } = error as { rawCode?: unknown; errcode?: unknown };
  const code = typeof rawCode === 'number' ? rawCode : errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
};

/** Primary result codes of SQLite. */
export const resultCodes = { busy: 5, readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

type Driver = new (file: string) => Database;

const ofNode = (): Driver | undefined => {
  const emitWarning = process.emitWarning.bind(process);
  try {
    // Said once a process, to people who can do nothing about it: that the API may still change, which the exact calls here do not meet.
    process.emitWarning = () => undefined;
    return (process.getBuiltinModule('node:sqlite') as { readonly DatabaseSync: Driver } | undefined)?.DatabaseSync;
  } finally {
    process.emitWarning = emitWarning;
  }
};

const ofLibsql = async (): Promise<Driver | undefined> => {
  try {
    return (await import('libsql')).default as unknown as Driver;
  } catch {
    return undefined;
  }
};
