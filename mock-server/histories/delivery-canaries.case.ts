/** Mocks that are wrong about deliveries, each in one way. */
import { isSuccess } from '../domain/deliveries.ts';
import { decide } from '../domain/decide.ts';
import { isRefused } from '../domain/refusal.ts';
import { changing, withEvents } from '../engine/simulation/canary.case.ts';
import type { WebhookBody } from '../webhooks/ports.ts';
import { type Canary, beside, deciding, ending, telling } from './canary.case.ts';
import { programOf } from './programs.case.ts';
import type { Receipt } from './receiver.case.ts';
import type { Moment } from './stage.case.ts';

const hearing = (hears: (receipt: Receipt<Moment>) => readonly Receipt<Moment>[]): Canary['wrong'] => {
  return () => ({ lies: { hears } });
};

export const deliveryCanaries: readonly Canary[] = [
  {
    does: 'sends a webhook for a job that asked for none',
    wrong: deciding(() =>
      changing('job.submitted', (event) => ({
        ...event,
        job: { delivery: { id: event.job.id.replace('job', 'dlv'), url: 'http://127.0.0.1:9/' }, ...event.job },
      })),
    ),
    breaks: /D1: job .* had no callback_url/,
  },
  {
    does: 'forgets that a webhook was asked for',
    wrong: deciding(() =>
      changing('job.submitted', (event) => {
        const job = { ...event.job };
        Reflect.deleteProperty(job, 'delivery');
        return { ...event, job };
      }),
    ),
    breaks: /D1: job .* has no delivery/,
  },
  {
    does: 'sends to an address that nobody gave',
    wrong: hearing((receipt) => [{ ...receipt, path: `${receipt.path}/` }]),
    breaks: /D1: something was sent/,
  },
  {
    does: 'tells of a job that has not ended',
    wrong: hearing((receipt) => [{ ...receipt, moment: { ...receipt.moment, status: 'processing' } }]),
    breaks: /D1: .* heard of a job/,
  },
  {
    does: 'goes on after a 2xx',
    wrong: deciding(() =>
      changing('delivery.finished', (event) =>
        isSuccess(event.outcome) ? { ...event, nextAt: event.at + 29_000 } : event,
      ),
    ),
    breaks: /D2: .* after a 2xx/,
  },
  {
    does: 'takes a redirect for a success',
    wrong: deciding(() =>
      changing('delivery.finished', ({ nextAt, ...event }) => {
        const redirected = event.outcome.kind === 'answered' && event.outcome.status === 302;
        return redirected || nextAt === undefined ? event : { ...event, nextAt };
      }),
    ),
    breaks: /D2: .* after \d attempts/,
  },
  {
    does: 'tries a seventh time',
    wrong: deciding(() => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      if (isRefused(decision) || command.type !== 'finish-delivery') return decision;
      const { attempts = [] } = account.deliveries.get(command.deliveryId) ?? {};
      const isLast = attempts.filter(({ extra }) => !extra).length === 6 && !isSuccess(command.outcome);
      return withEvents(
        decision,
        decision.events.map((event) =>
          isLast && event.type === 'delivery.finished' ? { ...event, nextAt: event.at + 928_000 } : event,
        ),
      );
    }),
    breaks: /D2: .* was tried 7 times/,
  },
  {
    does: 'sends once more what nobody asked for again',
    wrong: deciding(() => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      if (isRefused(decision) || command.type !== 'finish-delivery') return decision;
      const again = decision.events.flatMap((event) =>
        event.type === 'delivery.finished' && event.attempt === 1
          ? [{ ...event, type: 'delivery.started' as const, attempt: 2, extra: true, until: event.at + 10_000 }]
          : [],
      );
      return withEvents(decision, [...decision.events, ...again]);
    }),
    breaks: /D2: .* extra attempts/,
  },
  {
    does: 'sends what is in no list',
    wrong: hearing((receipt) => [{ ...receipt, raw: Buffer.concat([receipt.raw, Buffer.from(' ')]) }]),
    breaks: /D2: no attempt of the list/,
  },
  {
    does: 'lists what never came',
    wrong: hearing(() => []),
    breaks: /D2: .* was sent \d+ times, and came 0 times/,
  },
  {
    does: 'sends each attempt twice',
    wrong: hearing((receipt) => [receipt, receipt]),
    breaks: /D2: .* was sent (\d+) times, and came/,
  },
  {
    does: 'names another delivery in its list than in its body',
    wrong: ending((seen) => ({
      ...seen,
      deliveries: seen.deliveries.map((one) => ({ ...one, id: `${one.id}x` })),
      journal: seen.journal.map((entry) =>
        entry.kind === 'delivery' ? { ...entry, delivery_id: `${entry.delivery_id}x` } : entry,
      ),
    })),
    breaks: /D3: .* was told of delivery/,
  },
  {
    does: 'lists a delivery twice',
    wrong: ending((seen) => ({ ...seen, deliveries: seen.deliveries.flatMap((one) => [one, one]) })),
    breaks: /D3: two jobs/,
  },
  {
    does: 'waits three minutes between all attempts',
    wrong: deciding(() =>
      changing('delivery.finished', (event) =>
        event.nextAt === undefined ? event : { ...event, nextAt: event.at + 180_000 },
      ),
    ),
    breaks: /D4: the waits of .* are [\d., ]+ s$/,
  },
  {
    does: 'takes half the time for its ladder',
    wrong: deciding(() =>
      changing('delivery.finished', (event) =>
        event.nextAt === undefined ? event : { ...event, nextAt: event.at + (event.nextAt - event.at) / 2 },
      ),
    ),
    breaks: /D4: .* s in all/,
  },
  {
    does: 'writes its signatures in capitals',
    wrong: () => ({
      lies: {
        hears: (receipt) => [{ ...receipt, signature: capitals(receipt.signature) }],
        ends: (seen) => ({
          ...seen,
          deliveries: seen.deliveries.map((delivery) => ({
            ...delivery,
            attempts: delivery.attempts.map(({ request, ...attempt }) => ({
              ...attempt,
              request: request && {
                ...request,
                headers: { 'Service-Signature': capitals(request.headers['Service-Signature'] ?? '') },
              },
            })),
          })),
        }),
      },
    }),
    breaks: /D5: the signature/,
  },
  {
    does: 'signs a delivery for an instant that is over',
    wrong: deciding(() => changing('delivery.started', (event) => ({ ...event, at: event.at - 3_000 }))),
    breaks: /D5: t of/,
  },
  {
    does: 'lists another instant than that of its signature',
    wrong: ending((seen) => ({
      ...seen,
      deliveries: seen.deliveries.map((delivery) => ({
        ...delivery,
        attempts: delivery.attempts.map((attempt) => ({
          ...attempt,
          started_at: new Date(Date.parse(attempt.started_at) - 3_000).toISOString(),
        })),
      })),
    })),
    breaks: /D5: t of .* sent at/,
  },
  {
    does: 'sends an old delivery again',
    wrong: hearing((receipt) => [
      receipt,
      { ...receipt, moment: { ...receipt.moment, now: receipt.moment.now + 60_000 } },
    ]),
    breaks: /D5: an old delivery/,
  },
  {
    does: 'sends what it says was dropped',
    wrong: () => ({
      lies: {
        ends: (seen, { asked }) => {
          asked.add('webhook-drop');
          const journal = seen.journal.map((entry) =>
            entry.kind === 'delivery' ? { ...entry, faults: ['webhook-drop'] } : entry,
          );
          return { ...seen, journal };
        },
      },
    }),
    breaks: /D5: an attempt that was dropped/,
  },
  {
    does: 'signs with a secret that it has told nobody',
    wrong: beside((account, _, command) => {
      if (command.type === 'start-delivery') account.webhookSecret = 'whsec_of_nobody';
    }),
    breaks: /D5\/D8/,
  },
  {
    does: 'goes on with the secret of before',
    wrong: deciding(() => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      if (isRefused(decision) || command.type !== 'rotate-webhook-secret') return decision;
      return withEvents(decision, []);
    }),
    breaks: /D5\/D8/,
  },
  {
    does: 'changes the secret with the API key',
    wrong: deciding(() => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      if (isRefused(decision) || command.type !== 'create-key') return decision;
      const rotated = { type: 'webhook-secret.rotated', at: moment.now, webhookSecret: 'whsec_other' } as const;
      return withEvents(decision, [...decision.events, rotated]);
    }),
    breaks: /D5\/D8/,
  },
  {
    does: 'signs with more secrets than the account has',
    wrong: () => ({
      ports: {
        sign: (next) => (letter) => `${next(letter)},v1=${'0'.repeat(64)},v1=${'1'.repeat(64)}`,
      },
    }),
    breaks: /D8: .* is signed \d times/,
  },
  {
    does: 'tells of an instant at which it sent nothing',
    wrong: presenting((body) => ({ ...body, sent_at: '2020-01-01T00:00:00.000Z' })),
    breaks: /D6: .* was told that it was sent at/,
  },
  {
    does: 'calls every event by one name',
    wrong: presenting((body) => ({ ...body, event: 'job.ended' })),
    breaks: /D6: .* was told job\.ended/,
  },
  {
    does: 'tells of another amount than it shows',
    wrong: telling(/GET \/jobs/, (job) => ({ ...job, charged_usd: Number(job['charged_usd']) + 1 })),
    breaks: /D6/,
  },
  {
    does: 'gives a receiver a second more',
    wrong: deciding(() => changing('delivery.started', (event) => ({ ...event, until: event.until + 1_000 }))),
    breaks: /D7: attempt \d of .* took 11000 ms/,
    where: programOf(8, { hangs: true }),
  },
  {
    does: 'takes an answer for a timeout',
    wrong: deciding(() =>
      changing('delivery.finished', (event) => ({ ...event, outcome: { kind: 'failed', failure: 'timeout' } })),
    ),
    breaks: /D7: .* was answered/,
  },
  {
    does: 'fails a job whose webhook nobody takes',
    wrong: beside(({ deliveries, jobs }, _, command, { now: at }) => {
      if (command.type !== 'finish-delivery' || command.attempt < 6) return;
      const job = jobs.get(deliveries.get(command.deliveryId)?.jobId ?? '');
      if (job !== undefined) job.state = { status: 'failed', at, code: 'processing_failed', reason: null };
    }),
    breaks: /D6|D9/,
  },
  {
    does: 'lets a result go when its webhook is given up',
    wrong: ending((seen) => ({
      ...seen,
      polled: new Map(
        [...seen.polled].map(([id, { before, after }]) => [
          id,
          { before: { ...(before as object), file: 'was' }, after: { ...(after as object), file: 'is' } },
        ]),
      ),
    })),
    breaks: /D9/,
  },
];

const capitals = (signature: string): string => signature.replaceAll(/[0-9a-f]{64}/g, (digest) => digest.toUpperCase());

/** Sends another body than it should, well signed. */
function presenting(change: (body: WebhookBody) => WebhookBody): Canary['wrong'] {
  return () => ({ ports: { presentWebhook: (next) => (body, facts) => change(next(body, facts)) } });
}
