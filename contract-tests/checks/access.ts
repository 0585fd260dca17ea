/** Keys: what is closed without one, what is open, whose money one spends, and who may see a job. */
import { type Check, check } from '../check.ts';
import { finishedJob } from '../finished-job.ts';
import { strangersBalance, withRevokedKey, withUnknownKey, withoutKey } from '../probes/access.ts';
import { foreignJobs } from '../probes/refusals.ts';
import { pricingAnswer } from '../probes/reads.ts';
import { microsOf, textIn } from '../reading/members.ts';
import { codeIn } from '../reading/refusal.ts';
import { isSuccess, statusOf } from '../wire/exchange.ts';

export const accessChecks: readonly Check[] = [
  check({
    id: 'access.balance-needs-key',
    title: 'GET /balance without a key, or with one that was made up, is 401 unauthorized',
    clauses: [
      'authentication.bearer-required',
      'errors.unauthorized-missing-key',
      'errors.unauthorized-unknown-key',
      'errors.unauthorized-status',
    ],
    profile: 'smoke',
    run: async (t) => {
      const { missing, unknown } = await t.once(strangersBalance);
      t.expect('authentication.bearer-required', !isSuccess(missing), {
        expected: 'a refusal without a key',
        at: missing,
      });
      const unauthorized = { expected: 'the code unauthorized' };
      t.expect('errors.unauthorized-missing-key', codeIn(missing) === 'unauthorized', { ...unauthorized, at: missing });
      t.expect('errors.unauthorized-unknown-key', codeIn(unknown) === 'unauthorized', { ...unauthorized, at: unknown });
      for (const exchange of [missing, unknown]) {
        t.expect('errors.unauthorized-status', statusOf(exchange) === 401, { expected: '401', at: exchange });
      }
    },
  }),
  check({
    id: 'access.bearer-required',
    title: 'no operation but GET /pricing does anything for a caller without a key',
    clauses: ['authentication.bearer-required'],
    profile: 'smoke',
    run: async (t) => {
      for (const { operation, says, exchange } of [...(await t.once(withoutKey)), ...(await t.once(withUnknownKey))]) {
        if (exchange.answer === undefined) t.tried();
        else {
          t.expect('authentication.bearer-required', !isSuccess(exchange), {
            expected: `${operation} with ${says} to be refused`,
            at: exchange,
          });
        }
      }
    },
  }),
  check({
    id: 'access.pricing-public',
    title: 'GET /pricing answers a caller without a key',
    clauses: ['authentication.pricing-public'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(pricingAnswer);
      t.expect('authentication.pricing-public', isSuccess(exchange), {
        expected: 'a success without a key',
        at: exchange,
      });
      // Where requests are few they are for other questions.
      if (t.run.profile === 'smoke' && t.target.control === undefined) return;
      const again = await t.call(undefined, 'getPricing');
      t.expect('authentication.pricing-public', isSuccess(again), {
        expected: 'a second success without a key',
        at: again,
      });
    },
  }),
  check({
    id: 'access.revoked-at-once',
    title: 'the very next request with a key that was revoked is refused',
    clauses: ['authentication.revoked-at-once'],
    needs: ['control'],
    run: async (t) => {
      for (const { operation, says, exchange } of await t.once(withRevokedKey)) {
        if (exchange.answer === undefined) t.tried();
        else {
          t.expect('authentication.revoked-at-once', !isSuccess(exchange), {
            expected: `${operation} with ${says} to be refused`,
            at: exchange,
          });
        }
      }
    },
  }),
  check({
    id: 'access.key-spends-account-balance',
    title: 'whichever key of an account is used, its balance pays',
    clauses: ['authentication.key-spends-account-balance'],
    needs: ['control', 'spend'],
    run: async (t) => {
      const first = await t.made(50);
      const made = await t.control.createKey(t.wanted(first.id, 'an account that the judge made'));
      const second = { ...first, ...made, files: new Map() };
      const bystander = await t.made(50);
      const others = await t.balance(bystander);
      for (const [payer, reader] of [
        [second, first],
        [first, second],
      ] as const) {
        const before = await t.balance(reader);
        const acknowledgement = await t.submit(payer, 'face-swap-image');
        t.wanted(textIn(acknowledgement, 'id'), 'a submit that is accepted', acknowledgement);
        const looks = await t.follow(payer, acknowledgement);
        const { job, status } = finishedJob(acknowledgement, looks);
        if (status !== 'succeeded') t.wanted(undefined, 'a job that succeeds', ...looks.slice(-1));
        const charged = microsOf(job['charged_usd']);
        const after = await t.balance(reader);
        t.expect('authentication.key-spends-account-balance', before.leftMicros - after.leftMicros === charged, {
          expected: `${charged / 1e6} USD to be gone from the balance that the other key shows`,
          actual: `${(before.leftMicros - after.leftMicros) / 1e6} USD`,
          at: [before.exchange, acknowledgement, after.exchange],
        });
      }
      const still = await t.balance(bystander);
      t.expect('authentication.key-spends-account-balance', still.leftMicros === others.leftMicros, {
        expected: 'the balance of another account as before',
        at: still.exchange,
      });
    },
  }),
  check({
    id: 'jobs.owner-only',
    title: 'a job is shown to its owner and to no other account',
    clauses: ['endpoints.jobs.owner-only'],
    needs: ['second-account', 'spend'],
    run: async (t) => {
      for (const { says, exchange } of await t.once(foreignJobs)) {
        const id = decodeURIComponent(new URL(exchange.request.url).pathname.split('/').at(-1) ?? '');
        t.expect('endpoints.jobs.owner-only', !isSuccess(exchange) && !showsJob(exchange.answer?.json, id), {
          expected: `${says} to be hidden`,
          at: exchange,
        });
      }
    },
  }),
];

/** Whether a body tells of a job, a refusal too. */
const showsJob = (json: unknown, id: string): boolean =>
  typeof json === 'object' && json !== null && 'id' in json && json.id === id;
