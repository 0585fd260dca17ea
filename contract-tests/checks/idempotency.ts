/** A submit that is sent again with its Idempotency-Key: one job, one charge, one render, however it is sent again. */
import { limits } from '../../spec/limits.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import type { Balance } from '../actor.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { billingAccount, settled } from '../probes/billing.ts';
import { memberOf, microsOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';

type Retried = {
  readonly answers: readonly Exchange[];
  /** Ids that were given, each once. */
  readonly ids: readonly string[];
  readonly before: Balance;
  readonly after: Balance;
  /** What the jobs say that they were charged, in micro-USD. */
  readonly chargedMicros: number;
  /** What left the account. */
  readonly spentMicros: number;
};

/** Ways in which a client sends a submit again. */
const manners = {
  'at once': async (_: Trial, send: () => Promise<Exchange>) => {
    const first = await send();
    return [first, await send(), await send()];
  },
  'several at the same time': (_: Trial, send: () => Promise<Exchange>) => Promise.all(Array.from({ length: 8 }, send)),
  'after the job has ended': async (t: Trial, send: () => Promise<Exchange>, account: Account) => {
    const first = await send();
    if (isSuccess(first)) await t.follow(account, first);
    return [first, await send()];
  },
} as const;
type Manner = keyof typeof manners;

/** Throws NotTestable where not one of them is accepted. */
const retried = async (t: Trial, manner: Manner): Promise<Retried> => {
  const found = await t.once(() => sentAgain(t, manner), `retried ${manner}`);
  t.wanted(found.ids[0], 'a submit that is accepted', ...found.answers);
  return found;
};

const sentAgain = async (t: Trial, manner: Manner): Promise<Retried> => {
  const account = await t.own();
  await t.bodyOf(account, 'face-swap-image');
  const before = await t.balance(account);
  const idempotencyKey = t.run.uniqueName('retry');
  const from = await t.run.lookAtClock();
  const answers = await manners[manner](t, () => t.submit(account, 'face-swap-image', { idempotencyKey }), account);
  const ids = [...new Set(answers.flatMap((answer) => (isSuccess(answer) ? (textIn(answer, 'id') ?? []) : [])))];
  let chargedMicros = 0;
  for (const id of ids) {
    const acknowledgement = answers.find((answer) => textIn(answer, 'id') === id);
    const looks = acknowledgement === undefined ? [] : await t.follow(account, acknowledgement);
    chargedMicros = Math.max(
      chargedMicros,
      Math.round(1e6 * Number(memberOf(looks.at(-1)?.answer?.json, 'charged_usd') ?? 0)),
    );
  }
  // A render whose id is hidden cannot be followed, and costs when it ends: it gets as long as the one that was seen.
  const tookSeconds = ((await t.run.lookAtClock()) - from) / 1_000;
  await t.run.pass(Math.min(tookSeconds + 1, hiddenSecondsMax));
  const after = await t.balance(account);
  return { answers, ids, before, after, chargedMicros, spentMicros: after.spentMicros - before.spentMicros };
};

/** What a wait for it may take where time is real. */
const hiddenSecondsMax = 30;

export const idempotencyChecks: readonly Check[] = [
  ...(Object.keys(manners) as Manner[]).flatMap((manner) => [
    check({
      id: `idempotency.same-job-${manner.replaceAll(' ', '-')}`,
      title: `a submit that is sent again ${manner} is answered with the same job`,
      clauses: ['limits.retry-safety-same-job'],
      needs: ['spend'],
      run: async (t) => {
        const { answers, ids } = await retried(t, manner);
        // One that comes before the first was answered may be refused for now (gap resubmit-in-flight).
        const isInTurn = manner !== 'several at the same time';
        t.expect('limits.retry-safety-same-job', (!isInTurn || answers.every(isSuccess)) && ids.length === 1, {
          expected: 'one id in all answers',
          actual: ids.length === 1 ? answers.map(({ answer }) => answer?.status) : ids,
          at: answers,
          gaps: ['resubmit-ack', 'resubmit-status', 'resubmit-in-flight'],
        });
      },
    }),
    check({
      id: `idempotency.one-charge-${manner.replaceAll(' ', '-')}`,
      title: `a submit that is sent again ${manner} is charged once`,
      clauses: ['limits.retry-safety-no-second-charge'],
      needs: ['spend'],
      run: async (t) => {
        const { answers, before, after, chargedMicros, spentMicros } = await retried(t, manner);
        t.wanted(chargedMicros > 0 ? chargedMicros : undefined, 'a job that costs something', after.exchange);
        t.expect('limits.retry-safety-no-second-charge', spentMicros <= chargedMicros, {
          expected: `${chargedMicros / 1e6} USD spent`,
          actual: `${spentMicros / 1e6} USD`,
          at: [before.exchange, ...answers, after.exchange],
        });
      },
    }),
    check({
      id: `idempotency.one-render-${manner.replaceAll(' ', '-')}`,
      title: `a submit that is sent again ${manner} starts one render`,
      clauses: ['limits.retry-safety-no-duplicate-render'],
      needs: ['spend'],
      run: async (t) => {
        const { answers, ids, after, chargedMicros, spentMicros } = await retried(t, manner);
        // A second render is a second job in the usage, or a second charge; its id may be hidden from the client.
        t.expect(
          'limits.retry-safety-no-duplicate-render',
          ids.length === 1 && spentMicros < 2 * Math.max(chargedMicros, 1),
          {
            expected: 'one job',
            actual: `${ids.length} jobs, ${spentMicros / 1e6} USD spent`,
            at: [...answers, after.exchange],
          },
        );
      },
    }),
  ]),
  check({
    id: 'idempotency.one-usage-record',
    title: 'a submit that was sent again leaves one usage record',
    clauses: ['limits.retry-safety-no-duplicate-render'],
    needs: ['spend'],
    run: async (t) => {
      const isOurs = t.target.control !== undefined;
      const account = isOurs ? await t.own() : await billingAccount(t);
      const known = await t.usage(account, { limit: String(limits.usageLimitMax) });
      if (known.records.length >= limits.usageLimitMax)
        t.wanted(undefined, 'a usage log that lists all of its records', known.exchange);
      const before = await t.balance(account);
      const idempotencyKey = t.run.uniqueName('retry');
      const answers = [];
      for (let turn = 0; turn < 3; turn++) answers.push(await t.submit(account, 'face-swap-image', { idempotencyKey }));
      const [first] = answers;
      if (first === undefined || !isSuccess(first)) t.wanted(undefined, 'a submit that is accepted', ...answers);
      else await t.follow(account, first);
      await settled(t, account, ({ leftMicros }) => leftMicros < before.leftMicros);
      const { exchange, records } = await t.usage(account, { limit: String(limits.usageLimitMax) });
      const ids = new Set(known.records.map((record) => memberOf(record, 'id')));
      const fresh = records.filter((record) => !ids.has(memberOf(record, 'id')));
      // Of an account that others use too, a session that nobody connected to may be recorded just now: it cost nothing.
      const own = isOurs ? fresh : fresh.filter((record) => microsOf(memberOf(record, 'charged_usd')) > 0);
      if (!isOurs && own.length === 0) t.wanted(undefined, 'a record with a charge', exchange);
      t.expect('limits.retry-safety-no-duplicate-render', own.length === 1, {
        expected: 'one usage record',
        actual: `${own.length}`,
        at: [...answers, exchange],
      });
    },
  }),
  ...jobEndpoints.map((endpoint) => {
    const clause = clauseNamed(`endpoints.${endpoint}.idempotency-key-accepted`);
    return check({
      id: `${endpoint}.idempotency-key`,
      title: `POST /${endpoint} honours an Idempotency-Key`,
      clauses: [clause],
      needs: ['spend'],
      run: async (t) => {
        const account = await t.main();
        const idempotencyKey = t.run.uniqueName('key');
        const [first, second] = [
          await t.submit(account, endpoint, { idempotencyKey }),
          await t.submit(account, endpoint, { idempotencyKey }),
        ];
        const ids = [textIn(first, 'id'), textIn(second, 'id')];
        t.expect(clause, isSuccess(first) && isSuccess(second) && ids[0] !== undefined && ids[0] === ids[1], {
          expected: 'the same job twice',
          actual: ids,
          at: [first, second],
        });
      },
    });
  }),
  check({
    id: 'idempotency.optional',
    title: 'a submit without an Idempotency-Key is accepted, and each is a job of its own',
    clauses: ['endpoints.submit.idempotency-key-optional'],
    needs: ['spend'],
    run: async (t) => {
      const account = await t.main();
      const answers = [await t.submit(account, 'face-swap-image'), await t.submit(account, 'face-swap-image')];
      const ids = answers.map((answer) => textIn(answer, 'id'));
      t.expect('endpoints.submit.idempotency-key-optional', answers.every(isSuccess) && ids[0] !== ids[1], {
        expected: 'two jobs',
        actual: ids,
        at: answers,
      });
    },
  }),
];
