/** What a list may be asked: a parameter that is not understood is refused, so that nobody reads another list than was meant. */
import { type Refused, refuse } from '../domain/refusal.ts';

export type Parameters<Filter> = {
  readonly [name: string]: {
    readonly demand: string;
    /** Undefined where it is no such value. */
    readonly read: (text: string) => Partial<Filter> | undefined;
  };
};

/** @param filter for a query that says nothing */
export const readQuery = <Filter extends object>(
  query: URLSearchParams,
  parameters: Parameters<Filter>,
  filter: Filter,
): Filter | Refused => {
  let read = filter;
  const seen = new Set<string>();
  for (const [name, text] of query) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (parameter === undefined) {
      return refuse(
        'invalid_input',
        `there is no parameter ${shown(name)}: there are ${Object.keys(parameters).join(', ')}`,
      );
    }
    if (seen.has(name)) return refuse('invalid_input', `${name} was sent twice`);
    seen.add(name);
    const part = parameter.read(text);
    if (part === undefined) return refuse('invalid_input', `${name} must be ${parameter.demand}, got ${shown(text)}`);
    read = { ...read, ...part };
  }
  return read;
};

/** How many are told, and of which account. */
export const listParameters: Parameters<{ readonly limit: number; readonly accountId?: string }> = {
  account_id: {
    demand: 'the id of an account',
    read: (accountId) => (accountId === '' ? undefined : { accountId }),
  },
  limit: {
    demand: '1 to 1000',
    read: (text) => {
      const limit = wholeIn(text, 1, 1_000);
      return limit === undefined ? undefined : { limit };
    },
  },
};

export const limitDefault = 100;

export const wholeIn = (text: string, min: number, max: number): number | undefined => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
};

const shown = (text: string): string => JSON.stringify(text.slice(0, 60));
