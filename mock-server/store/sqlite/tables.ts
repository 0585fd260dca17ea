/** The tables of a world, and the statements over them. A world that is made beside the one that stands has tables of its own. */
import type { Database, Statement } from './database.ts';

/** Those of the world that stands, or of one that is still being made. */
export type Tables = 'standing' | 'staged';

export type EventStatements = {
  readonly insert: Statement;
  readonly insertStream: Statement;
  readonly page: Statement;
  readonly streamPage: Statement;
  readonly last: Statement;
  readonly lastVersions: Statement;
};

/** Events are JSON in a column, so that any tool for SQLite reads them. */
export const makeTables = (database: Database, tables: Tables): void => {
  const { events, streams } = names[tables];
  database.exec(`
    CREATE TABLE IF NOT EXISTS ${streams} (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS ${events} (
      position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, event TEXT NOT NULL,
      UNIQUE (stream, version)
    );
  `);
};

/** Forgets a world that was not made to its end. */
export const dropStaged = (database: Database): void => {
  const { events, streams } = names.staged;
  database.exec(`DROP TABLE IF EXISTS ${events}; DROP TABLE IF EXISTS ${streams}`);
};

/** The staged world takes the place of the one that stands. To be called within a transaction. */
export const putInPlace = (database: Database): void => {
  const { standing, staged } = names;
  for (const table of ['events', 'streams'] as const) {
    database.exec(`DROP TABLE ${standing[table]}; ALTER TABLE ${staged[table]} RENAME TO ${standing[table]}`);
  }
};

export const prepareStatements = (database: Database, tables: Tables): EventStatements => {
  const { events, streams } = names[tables];
  return {
    insert: database.prepare(`INSERT INTO ${events} (position, stream, version, event) VALUES (?, ?, ?, ?)`),
    insertStream: database.prepare(`INSERT INTO ${streams} (id, name) VALUES (?, ?)`),
    page: database.prepare(pageOf(events, 'position > ?', 'position')),
    streamPage: database.prepare(pageOf(events, 'stream = ? AND version >= ? AND version <= ?', 'version')),
    last: database.prepare(`SELECT max(position) AS position FROM ${events}`),
    lastVersions: database.prepare(
      `SELECT id, name, (SELECT max(version) FROM ${events} WHERE stream = ${streams}.id) AS version FROM ${streams} ORDER BY id`,
    ),
  };
};

const names = {
  standing: { events: 'events', streams: 'streams' },
  staged: { events: 'staged_events', streams: 'staged_streams' },
} as const;

/** Many events as one text: a call for each row would cost more than all that is done with it. No event has a bare newline in it. */
const pageOf = (events: string, which: string, order: string): string => `
  SELECT group_concat(position || ' ' || stream || ' ' || version || ' ' || event, char(10)) AS lines FROM (
    SELECT position, stream, version, event FROM ${events} WHERE ${which} ORDER BY ${order} LIMIT 1000
  )
`;

export type EventRow = {
  readonly position: number;
  readonly stream: number;
  readonly version: number;
  readonly event: string;
};

/** The rows of a page. */
export const rowsOf = (page: unknown): EventRow[] => {
  const { lines } = page as { lines: string | null };
  return lines === null ? [] : lines.split('\n').map(rowOf);
};

const rowOf = (line: string): EventRow => {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  const third = line.indexOf(' ', second + 1);
  return {
    position: Number(line.slice(0, first)),
    stream: Number(line.slice(first + 1, second)),
    version: Number(line.slice(second + 1, third)),
    event: line.slice(third + 1),
  };
};
