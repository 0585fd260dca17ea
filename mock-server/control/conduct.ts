/** `GET /conduct`: of whose client, and whether it has ended. The judge itself is handed in: it knows the journal, not the mock. */
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { type Refused, refuse } from '../domain/refusal.ts';

/** @param entries the whole journal, of all accounts */
export type JudgeClient<Card> = (
  entries: readonly JournalEntry[],
  about: {
    /** Null: what came of no account that is known. */
    readonly accountId: string | null;
    /** How many accounts the mock has: where it is one, strangers count as its own. */
    readonly accounts: number;
    /** How many of the oldest entries the journal has dropped. */
    readonly forgotten: number;
    readonly clock: string;
    /** Whether the client still works: then what it has not done yet is not held against it. */
    readonly running: boolean;
  },
) => Promise<Card>;

/** Without an account the default one is meant, with `none` those who named no known one. */
export type ConductQuery = { readonly accountId?: string; readonly ended?: boolean };

export const readConductQuery = (query: URLSearchParams): ConductQuery | Refused => {
  const strange = [...query.keys()].find((name) => !parameters.includes(name));
  if (strange !== undefined) {
    const name = JSON.stringify(strange.slice(0, 60));
    return refuse('invalid_input', `there is no parameter ${name}: there are ${parameters.join(', ')}`);
  }
  const twice = parameters.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return refuse('invalid_input', `${twice} was sent twice`);
  const accountId = query.get('account_id') ?? undefined;
  const ended = query.get('ended') ?? 'false';
  if (accountId === '') return refuse('invalid_input', 'account_id must be the id of an account, got ""');
  if (ended !== 'true' && ended !== 'false') return refuse('invalid_input', 'ended must be true or false');
  return { ended: ended === 'true', ...(accountId !== undefined && { accountId }) };
};

/** In the place of an id, which no account has. */
export const strangers = 'none';

const parameters = ['account_id', 'ended'];
