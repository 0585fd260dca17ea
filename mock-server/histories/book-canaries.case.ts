/** Mocks that are wrong about jobs and money, each in one way. */
import { decide } from '../domain/decide.ts';
import { isRefused } from '../domain/refusal.ts';
import { withEvents } from '../engine/simulation/canary.case.ts';
import { type Canary, answering, beginningWith, deciding, ending, telling } from './canary.case.ts';
import type { Ending, Money } from './end.case.ts';
import { programOf } from './programs.case.ts';

/** Nobody hears of a job but who asks for it. */
const withoutCallbacks = programOf(12).map((program) => ({
  ...program,
  steps: program.steps.map((step) =>
    step.do === 'submit' ? { ...step, callback: undefined, fault: undefined } : step,
  ),
}));

export const bookCanaries: readonly Canary[] = [
  {
    does: 'tops up more than was paid',
    wrong: counting('total_topped_up_usd', (usd) => usd + 1),
    breaks: /L1: .* were topped up/,
  },
  {
    does: 'takes more from the balance than was spent',
    wrong: counting('balance_usd', (usd) => usd - 0.01),
    breaks: /L1: .* is not/,
  },
  {
    does: 'lets a balance fall below zero',
    wrong: ending((seen) =>
      withMoney(seen, ({ balance, ...rest }) => {
        const topped = Number((balance as Record<string, unknown>)['total_topped_up_usd']);
        return { ...rest, balance: { ...(balance as object), balance_usd: -1, total_spent_usd: topped + 1 } };
      }),
    ),
    breaks: /L2/,
  },
  {
    does: 'logs more for jobs than was spent',
    wrong: ending((seen) =>
      withMoney(seen, (money) => ({ ...money, usage: [...money.usage, { feature: 'avatar', charged_usd: 1 }] })),
    ),
    breaks: /L9: usage/,
  },
  {
    does: 'spends this week what it does not spend at all',
    wrong: counting('spent_this_week_usd', (usd) => usd + 1),
    breaks: /L10/,
  },
  {
    does: 'sums up less than was spent',
    wrong: ending((seen) => withMoney(seen, (money) => ({ ...money, summary: { charged_usd: -1 } }))),
    breaks: /L9: the summary/,
  },
  {
    does: 'logs a job twice',
    wrong: ending((seen) =>
      withMoney(seen, (money) => ({ ...money, usage: [...money.usage, { feature: 'avatar', charged_usd: 0 }] })),
    ),
    breaks: /L4/,
  },
  {
    does: 'shows another price than it takes',
    wrong: telling(/GET \/jobs/, (job) => ({ ...job, charged_usd: Number(job['charged_usd']) + 1 })),
    breaks: /L5/,
    where: withoutCallbacks,
  },
  {
    does: 'takes each submit for a new one',
    wrong: deciding(() => (account, world, command, moment) => {
      if (command.type !== 'submit-job') return decide(account, world, command, moment);
      const { idempotencyKey: _, ...forgetful } = command;
      return decide(account, world, forgetful, moment);
    }),
    breaks: /I1: .*key-\d stands for/,
  },
  {
    does: 'loses a job',
    wrong: ending((seen) => ({ ...seen, jobs: [] })),
    breaks: /I1\/I3/,
  },
  {
    does: 'makes a job of a submit that it refuses',
    wrong: answering(/POST \/(?:avatar|face-swap-image|voice-clone)/, (seen) => ({
      ...seen,
      status: 429,
      body: { error: { code: 'at_capacity', message: '' } },
      text: '"at_capacity"',
    })),
    breaks: /I1\/L8/,
  },
  {
    does: 'lets a job go back',
    wrong: () => {
      let first: string | undefined;
      let asked = 0;
      return answering(/GET \/jobs/, (seen, { path }) => {
        first ??= path;
        if (path !== first) return seen;
        return { ...seen, body: { ...(seen.body as object), status: asked++ === 0 ? 'processing' : 'queued' } };
      })();
    },
    breaks: /J1: job .* and is queued/,
    where: beginningWith([
      { do: 'submit', who: 0, endpoint: 'avatar', copies: 1 },
      { do: 'poll', who: 0, pick: 0 },
    ]),
  },
  {
    does: 'leaves a job without an end',
    wrong: telling(/GET \/jobs/, (job) => ({ ...job, status: 'processing', output_url: null })),
    breaks: /J1: a job has no end/,
    where: withoutCallbacks,
  },
  {
    does: 'gives no result to a job that succeeded',
    // What is left out is seen by W3 already.
    wrong: () => ({
      ...telling(/GET \/jobs/, (job) => ({ ...job, output_url: null }))(),
      fits: () => undefined,
    }),
    breaks: /J2/,
    where: withoutCallbacks,
  },
  {
    does: 'changes a job that is over',
    wrong: () => {
      let asked = 0;
      return telling(/GET \/jobs/, (job) => (asked++ === 0 ? { ...job, charged_usd: 7 } : job))();
    },
    breaks: /J1: job .* was over as/,
    where: beginningWith([
      { do: 'submit', who: 0, endpoint: 'avatar', copies: 1 },
      { do: 'finish', who: 0, pick: 0, outcome: 'succeeded' },
      { do: 'poll', who: 0, pick: 0 },
    ]),
  },
  {
    does: 'does not find a job',
    wrong: answering(/GET \/jobs/, (seen) => ({ ...seen, status: 404 })),
    breaks: /J3: GET/,
  },
  {
    does: 'shows a job to everybody',
    wrong: ending((seen) => ({
      ...seen,
      jobs: seen.jobs.map((job) => ({ ...job, account_id: job.account_id === 'a1' ? 'a2' : 'a1' })),
    })),
    breaks: /J3: job/,
  },
  {
    does: 'lets a revoked key in',
    wrong: deciding(() => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      return isRefused(decision) || command.type !== 'revoke-key' ? decision : withEvents(decision, []);
    }),
    breaks: /F45/,
  },
];

/** Shows other sums in every `GET /balance`. */
function counting(name: string, change: (usd: number) => number): Canary['wrong'] {
  return telling(/GET \/balance/, (balance) => ({ ...balance, [name]: change(Number(balance[name])) }));
}

const withMoney = (seen: Ending, change: (money: Money) => Money): Ending => ({
  ...seen,
  money: [change(seen.money[0]), change(seen.money[1])],
});
