/** The account of one test. Nothing that is asked or changed through it touches another account. */
import type { JobOutcome } from '../../spec/magic.ts';
import type { Explanation } from '../../spec/schemas/explain.ts';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import type { AccountView, DeliveryView, JobView, NewAccount, Scorecard } from '../../mock-server/index.ts';
import { type ConductDemand, expectKept } from './expect-conduct.ts';
import type { StoryClaim } from './expect-story.ts';
import { type AccountFault, accountFaults } from './faults.ts';
import { fromCaller } from './from-caller.ts';
import type { Reach } from './reach.ts';
import { type JournalQuery, wholeJournal } from './whole-journal.ts';

export type TestAccount = {
  readonly id: string;
  /** Base URL of the service; it ends with `/api/v1`. */
  readonly url: string;
  readonly apiKey: string;
  readonly keyId: string;
  /** The newest, if it was rotated. */
  readonly webhookSecret: string;
  /** For a program that is under test: the variables under which it finds service, key and secret. */
  readonly env: Readonly<Record<'UNDERSTUDY_URL' | 'UNDERSTUDY_API_KEY' | 'UNDERSTUDY_WEBHOOK_SECRET', string>>;
  readonly topUp: (amountUsd: number) => Promise<{ readonly available_usd: number }>;
  readonly newKey: () => Promise<{ readonly key_id: string; readonly api_key: string }>;
  /** The key stops working at once. Without an id it is the account's first. */
  readonly revokeKey: (keyId?: string) => Promise<void>;
  /** @returns the new webhook secret, which signs from now on */
  readonly rotateSecret: () => Promise<string>;
  /** A rule that injects a fault into what this account does, and nobody else. @returns takes it away */
  readonly fault: (rule: AccountFault) => Promise<() => Promise<void>>;
  /** What came from this account and what was sent to it, oldest first, without secrets. */
  readonly journal: (query?: JournalQuery) => Promise<JournalEntry[]>;
  /** Newest first, up to a thousand, as are jobs. */
  readonly deliveries: () => Promise<DeliveryView[]>;
  readonly jobs: () => Promise<JobView[]>;
  /** Balance, holds, charges and refunds, in USD. */
  readonly money: () => Promise<AccountView>;
  /** Ends a job now, as told or as planned, whatever the clock says. */
  readonly finishJob: (jobId: string, outcome?: JobOutcome) => Promise<JobView>;
  /** Sends a webhook once more: same job, same id, new signature. */
  readonly resend: (deliveryId: string) => Promise<DeliveryView>;
  /** Why a job, session, delivery or charge is as it is. */
  readonly explain: (id: string) => Promise<Explanation>;
  /** How the account's client has kept the document. By default it has ended: what it left undone counts. */
  readonly conduct: (about?: { readonly ended?: boolean }) => Promise<Scorecard>;
  /** Throws an AssertionError with the scorecard if the client has broken a rule. */
  readonly expectConduct: (demand?: ConductDemand) => Promise<void>;
  /**
   * Throws an AssertionError where not all of the claims hold, in the words of a story's `then`: `{ jobs: 1, status: 'succeeded' }`.
   * Throws `WrongStory` for a claim that makes no sense.
   */
  readonly expectStory: (claims: readonly StoryClaim[]) => Promise<void>;
  /** Takes its fault rules away. The account stays, and nobody uses it. */
  readonly close: () => Promise<void>;
};

export type Born = {
  readonly url: string;
  readonly reach: Reach;
  /** Number of the journal's last entry before there was the account. */
  readonly bornAfter: number;
};

export const accountOf = (made: NewAccount, { url, reach, bornAfter }: Born): TestAccount => {
  const { account_id: id, api_key: apiKey, key_id: keyId } = made;
  const own = `/accounts/${id}`;
  const faults = accountFaults(id, reach);
  let webhookSecret = made.webhook_secret;
  const conduct = ({ ended = true } = {}): Promise<Scorecard> =>
    reach('GET', '/conduct', { query: { account_id: id, ended: String(ended) } });
  const expectConduct: TestAccount['expectConduct'] = ({ failOn = 'fail', ended = true } = {}) =>
    fromCaller(expectConduct, async () => expectKept(await conduct({ ended }), failOn, bornAfter));
  // Loaded only here: few tests claim, and reading stories takes its time.
  const expectStory: TestAccount['expectStory'] = (claims) =>
    fromCaller(expectStory, async () =>
      (await import('./expect-story.ts')).expectClaims(claims, { accountId: id, reach, bornAfter }),
    );
  return {
    id,
    url,
    apiKey,
    keyId,
    get webhookSecret() {
      return webhookSecret;
    },
    get env() {
      return { UNDERSTUDY_URL: url, UNDERSTUDY_API_KEY: apiKey, UNDERSTUDY_WEBHOOK_SECRET: webhookSecret };
    },
    topUp: (amount_usd) => reach('POST', `${own}/top-up`, { body: { amount_usd } }),
    newKey: () => reach('POST', `${own}/keys`),
    revokeKey: async (revoked = keyId) => {
      await reach('DELETE', `${own}/keys/${encodeURIComponent(revoked)}`);
    },
    rotateSecret: async () => {
      const rotated = await reach<{ readonly webhook_secret: string }>('POST', `${own}/webhook-secret`);
      webhookSecret = rotated.webhook_secret;
      return webhookSecret;
    },
    fault: faults.add,
    journal: (query) => wholeJournal(reach, id, query),
    deliveries: () => reach('GET', '/deliveries', { query: { account_id: id, limit: shownMax } }),
    jobs: () => reach('GET', '/jobs', { query: { account_id: id, limit: shownMax } }),
    money: () => reach('GET', own),
    finishJob: (jobId, outcome) =>
      reach('POST', `/jobs/${encodeURIComponent(jobId)}/finish`, { body: outcome === undefined ? {} : { outcome } }),
    resend: (deliveryId) => reach('POST', `/deliveries/${encodeURIComponent(deliveryId)}/resend`),
    explain: (asked) => reach('GET', `/explain/${encodeURIComponent(asked)}`),
    conduct,
    expectConduct,
    expectStory,
    close: faults.removeAll,
  };
};

/** The most that the control API lists at once. */
const shownMax = 1_000;
