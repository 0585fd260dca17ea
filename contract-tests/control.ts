/** The control API of a running mock, as far as the judge uses it. Everything else it learns as any client does. */
import type { FaultRuleBody } from '../spec/schemas/faults.ts';
import type { JobOutcome } from '../spec/magic.ts';
import { ControlRefused, HarnessError, NotTestable } from './verdict.ts';
import type { Wire } from './wire/send.ts';

export type Control = {
  readonly createAccount: (wanted: {
    readonly balanceUsd: number;
    readonly requestsPerMinute?: number | 'off';
    readonly rates?: object;
  }) => Promise<ControlledAccount>;
  readonly topUp: (accountId: string, usd: number) => Promise<void>;
  readonly createKey: (accountId: string) => Promise<{ readonly keyId: string; readonly key: string }>;
  readonly revokeKey: (accountId: string, keyId: string) => Promise<void>;
  readonly rotateSecret: (accountId: string) => Promise<string>;
  readonly clock: () => Promise<ClockReading>;
  readonly advance: (seconds: number) => Promise<ClockReading>;
  readonly setCapacity: (change: object) => Promise<void>;
  /** Throws NotTestable where that is no job that goes on: a server that is wrong may have told the id of another. */
  readonly finishJob: (jobId: string, outcome: JobOutcome) => Promise<void>;
  /** Fails all calls of an account, or of all of them, with `internal_error`. */
  readonly failCalls: (accountId: string | undefined) => Promise<void>;
  readonly removeFaults: () => Promise<void>;
};

/** In milliseconds. */
export type ClockReading = {
  readonly now: number;
  /** When something happens next by itself; undefined if nothing does. */
  readonly nextDue: number | undefined;
};

export type ControlledAccount = {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly secret: string;
};

/** One request to a control API. Throws a HarnessError where it does not do it, which is a ControlRefused where it says why. */
export type Ask = (method: string, path: string, body?: object) => Promise<{ readonly [name: string]: unknown }>;

export const askControl =
  (url: string, token: string, wire: Wire): Ask =>
  async (method, path, body) => {
    const { answer, failure } = await wire.send({
      method,
      url: `${url}/${path}`,
      headers: { 'x-understudy-token': token, ...(body && { 'content-type': 'application/json' }) },
      body: body && Buffer.from(JSON.stringify(body)),
    });
    if (answer === undefined || answer.status >= 300) {
      const told = answer === undefined ? failure : `${answer.status} ${Buffer.from(answer.body).toString()}`;
      const says = `the control API did not ${method} ${path}: ${told}`;
      throw refusals.has(answer?.status ?? 0) ? new ControlRefused(says) : new HarnessError(says);
    }
    return (answer.json ?? {}) as { readonly [name: string]: unknown };
  };

/** Of a request that was understood: a wrong token is none of these. */
const refusals: ReadonlySet<number> = new Set([400, 404, 409]);

export const openControl = (url: string, token: string, wire: Wire): Control => {
  const ask = askControl(url, token, wire);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');

  return {
    createAccount: async ({ balanceUsd, requestsPerMinute = 'off', rates }) => {
      const made = await ask('POST', 'accounts', {
        balance_usd: balanceUsd,
        rate_limit: requestsPerMinute,
        ...(rates && { rates }),
      });
      return {
        id: text(made['account_id']),
        key: text(made['api_key']),
        keyId: text(made['key_id']),
        secret: text(made['webhook_secret']),
      };
    },
    topUp: async (accountId, usd) => void (await ask('POST', `accounts/${accountId}/top-up`, { amount_usd: usd })),
    createKey: async (accountId) => {
      const made = await ask('POST', `accounts/${accountId}/keys`);
      return { keyId: text(made['key_id']), key: text(made['api_key']) };
    },
    revokeKey: async (accountId, keyId) => void (await ask('DELETE', `accounts/${accountId}/keys/${keyId}`)),
    rotateSecret: async (accountId) =>
      text((await ask('POST', `accounts/${accountId}/webhook-secret`))['webhook_secret']),
    clock: async () => readClock(await ask('GET', 'clock')),
    advance: async (seconds) => readClock(await ask('POST', 'clock/advance', { seconds })),
    setCapacity: async (change) => void (await ask('PUT', 'capacity', change)),
    finishJob: async (jobId, outcome) => void (await ask('POST', `jobs/${jobId}/finish`, { outcome }).catch(noSuchJob)),
    failCalls: async (accountId) => void (await ask('POST', 'faults', failingCalls(accountId))),
    removeFaults: async () => void (await ask('DELETE', 'faults')),
  };
};

/** What a control that does not end a job means for what wanted it to. */
export const noSuchJob = (error: unknown): never => {
  if (!(error instanceof ControlRefused)) throw error;
  throw new NotTestable(`it needs a job that can be ended: ${error.message}`);
};

/** Reads what the control API says of its clock. */
export const readClock = ({ now, next_due: nextDue }: { readonly [name: string]: unknown }): ClockReading => ({
  now: Date.parse(String(now)),
  nextDue: typeof nextDue === 'string' ? Date.parse(nextDue) : undefined,
});

/** The rule by which all calls fail. */
export const failingCalls = (accountId: string | undefined): FaultRuleBody => ({
  when: accountId === undefined ? {} : { account_id: accountId },
  then: { fault: 'request-error', code: 'internal_error' },
});
