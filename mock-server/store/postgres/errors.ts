/** What goes wrong with a database, and one word for all the ways in which it cannot be reached. */

/** The database cannot be reached, or is not what it was: what was asked for may have been done or not. */
export class DatabaseGone extends Error {
  override readonly name = 'DatabaseGone';
}

/** The address or the rights are wrong: nothing will change it but another address. */
export class WrongDatabase extends Error {
  override readonly name = 'WrongDatabase';
}

/** Another process is at the same work, and does not come to an end with it. */
export class Occupied extends Error {
  override readonly name = 'Occupied';
}

/** Whether the database has answered that it did not do something. */
export const wasRefused = (error: unknown): boolean => {
  const { code } = ((error instanceof DatabaseGone ? error.cause : error) ?? {}) as { code?: unknown };
  return isSqlState(code) && !cutCodes.test(code);
};

/** What PostgreSQL refuses says so with a code of five letters; all else is a connection that is not there. */
export const told = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof DatabaseGone) return error;
  const code = (error as { code?: unknown }).code;
  if (isSqlState(code) && !goneCodes.test(code)) return error;
  return isSqlState(code) || isNetwork(error) ? new DatabaseGone(messageOf(error), { cause: error }) : error;
};

/** Connections refused or cut, a server that starts or stops, no room on its disk, and a standby that cannot write. */
const goneCodes = /^(?:08|53|57P|57014|25006)/;

/** The connection was cut, by whichever side: what was under way may have been done. */
const cutCodes = /^(?:08|57P)/;

/** EPIPE is none: no class of them begins with E. */
const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code);

const isNetwork = (error: Error): boolean =>
  /^E[A-Z]+$/.test(String((error as { code?: unknown }).code)) ||
  /connection|timeout|terminat|Client/i.test(error.message);

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
