/** Webhooks: what stands in them, beside the job. */
import { webhookEvents } from '../../spec/vocabulary.ts';
import { type Check, type Need, check } from '../check.ts';
import { arrivals, arrivedAt, bodies } from '../probes/arrivals.ts';
import { climbed } from '../probes/ladders.ts';
import { type Announced, announcedElsewhere, announcements, dataOf } from '../probes/webhooks.ts';
import { instantOf } from '../reading/instant.ts';
import { isObject, memberOf, textIn } from '../reading/members.ts';
import type { Mailbox } from '../receiver.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

const needs: readonly Need[] = ['spend', 'receiver'];

/** Seconds by which clocks may differ. */
const clockSeconds = 300;

export const webhookContentChecks: readonly Check[] = [
  check({
    id: 'webhook.body-json',
    title: 'the body of a webhook is a JSON object',
    clauses: ['events.content.body-json'],
    needs,
    run: async (t) => {
      for (const { delivery, exchanges } of await arrivals(t)) {
        const type = delivery.headers['content-type'] ?? 'none';
        t.expect('events.content.body-json', isObject(delivery.json), {
          expected: 'a JSON object',
          actual: `${delivery.method} with ${type}: ${delivery.body.subarray(0, 200).toString()}`,
          at: exchanges,
        });
        t.expect('events.content.body-json', /^application\/([\w.-]+\+)?json *(;.*)?$/i.test(type), {
          expected: 'the content type application/json',
          actual: type,
          at: exchanges,
          gaps: ['webhook-media-type'],
        });
        t.run.observe('webhook-media-type', /;/.test(type) ? 'charset' : 'plain');
      }
    },
  }),
  check({
    id: 'webhook.event-present',
    title: 'a webhook carries event',
    clauses: ['events.content.event-present'],
    needs,
    run: async (t) => {
      for (const { exchanges, value } of await bodies(t)) {
        t.expect('events.content.event-present', memberOf(value, 'event') !== undefined, {
          expected: 'a body with event',
          actual: value,
          at: exchanges,
        });
      }
    },
  }),
  check({
    id: 'webhook.event-enum',
    title: 'event of a webhook is job.succeeded or job.failed',
    clauses: ['events.content.event-enum'],
    needs,
    run: async (t) => {
      for (const { exchanges, value } of await bodies(t)) {
        const event = memberOf(value, 'event');
        if (event === undefined) t.tried();
        else
          t.expect('events.content.event-enum', isEvent(event), {
            expected: webhookEvents.join(' or '),
            actual: event,
            at: exchanges,
          });
      }
    },
  }),
  check({
    id: 'webhook.no-other-events',
    title: 'nothing but job.succeeded and job.failed is sent to the address of a job',
    clauses: ['events.content.jobs-only'],
    needs,
    run: async (t) => {
      for (const { box, job } of await announcements(t)) {
        const all = arrivedAt(box, job.acknowledgement);
        const [usual] = all.filter(({ delivery }) => isEvent(memberOf(delivery.json, 'event')));
        // Where not even the two are named as they should be, the fault is in the name.
        if (usual === undefined) t.tried();
        else
          for (const { delivery, exchanges } of all)
            t.expect('events.content.jobs-only', isEvent(memberOf(delivery.json, 'event')), {
              expected: 'the webhook of the job, and no other event',
              actual: delivery.body.subarray(0, 300).toString(),
              at: exchanges,
            });
      }
    },
  }),
  check({
    id: 'webhook.event-matches-status',
    title: 'event of a webhook names the status in its data',
    clauses: ['events.content.event-matches-status'],
    needs,
    run: async (t) => {
      for (const { exchanges, value } of await bodies(t)) {
        const [event, status] = [memberOf(value, 'event'), memberOf(memberOf(value, 'data'), 'status')];
        if (!isEvent(event) || (status !== 'succeeded' && status !== 'failed')) t.tried();
        else
          t.expect('events.content.event-matches-status', event === `job.${status}`, {
            expected: `job.${status}`,
            actual: event,
            at: exchanges,
          });
      }
    },
  }),
  check({
    id: 'webhook.sent-at-present',
    title: 'a webhook carries sent_at',
    clauses: ['events.content.sent-at-present'],
    needs,
    run: async (t) => {
      for (const { exchanges, value } of await bodies(t)) {
        t.expect('events.content.sent-at-present', memberOf(value, 'sent_at') !== undefined, {
          expected: 'a body with sent_at',
          actual: value,
          at: exchanges,
        });
      }
    },
  }),
  check({
    id: 'webhook.sent-at-iso-utc',
    title: 'sent_at of a webhook is an ISO 8601 time in UTC, and the time at which it was sent',
    clauses: ['events.content.sent-at-iso-utc'],
    needs,
    run: async (t) => {
      for (const { delivery, exchanges } of await arrivals(t)) {
        const sentAt = memberOf(delivery.json, 'sent_at');
        if (sentAt === undefined) {
          t.tried();
          continue;
        }
        const instant = instantOf(sentAt);
        t.expect('events.content.sent-at-iso-utc', instant !== undefined, {
          expected: 'an ISO 8601 date and time in UTC',
          actual: sentAt,
          at: exchanges,
          gaps: ['timestamp-precision'],
        });
        // Another zone's time with a Z behind it is hours off. Of a retry it may be the time of the first attempt.
        const isNear = (now: number): boolean =>
          instant !== undefined &&
          instant <= now + clockSeconds * 1_000 &&
          instant >= now - (clockSeconds + ladderSecondsMax / t.target.timeScale) * 1_000;
        t.expect('events.content.sent-at-iso-utc', isNear(delivery.clock) || isNear(delivery.arrivedAt), {
          expected: `a time near ${new Date(delivery.clock).toISOString()}, when it came`,
          actual: sentAt,
          at: exchanges,
          gaps: ['sent-at'],
        });
      }
    },
  }),
  ...fieldChecks('webhook', 'events.content', 'standard', ['delivery_id'], 'string', seenBodies, needs),
  ...fieldChecks('webhook', 'events.content', 'standard', ['data'], 'object', seenBodies, needs),
  check({
    id: 'webhook.delivery-id-stable',
    title: 'all attempts to deliver the webhook of a job carry the same delivery_id',
    clauses: ['events.content.delivery-id-stable'],
    needs: [...needs, 'ladder-time'],
    run: async (t) => {
      const { refused, after } = await t.once(climbed);
      for (const one of refused) {
        const { box, acknowledgement } = one;
        const [first, ...more] = idsIn(box, acknowledgement);
        if (first === undefined || more.length === 0) t.tried();
        for (const { id, exchanges } of more)
          t.expect('events.content.delivery-id-stable', id === first?.id, {
            expected: `delivery_id ${String(first?.id)}, as at the first attempt`,
            actual: id,
            at: first === undefined ? exchanges : [...first.exchanges, ...exchanges.slice(1)],
          });
        const sentAts = box.deliveries.map(({ json }) => memberOf(json, 'sent_at'));
        if (sentAts.length > 1) t.run.observe('sent-at', sentAts[0] === sentAts[1] ? 'first-attempt' : 'this-attempt');
        const links = box.deliveries.map((delivery) => memberOf(dataOf(delivery), 'output_url'));
        const later = after[refused.indexOf(one)]?.look;
        if (links.length > 1 && links[0] !== links.at(-1)) t.run.observe('delivery-link', 'each-attempt');
        // Links that never change say nothing of when they are signed.
        else if (later !== undefined && textIn(later, 'output_url') !== links[0])
          t.run.observe('delivery-link', 'first-attempt');
      }
    },
  }),
  check({
    id: 'webhook.delivery-id-distinct',
    title: 'webhooks of different jobs carry different values of delivery_id',
    clauses: ['events.content.delivery-id-distinct'],
    needs,
    run: async (t) => {
      const known = new Map<unknown, readonly Exchange[]>();
      for (const { box, job } of [...(await announcements(t)), ...(await ofTheOther(t))]) {
        const [first] = idsIn(box, job.acknowledgement);
        if (first === undefined) {
          t.tried();
          continue;
        }
        const earlier = known.get(first.id);
        t.expect('events.content.delivery-id-distinct', earlier === undefined, {
          expected: 'a delivery_id that no other job has',
          actual: first.id,
          at: [...(earlier ?? []), ...first.exchanges],
        });
        known.set(first.id, first.exchanges);
      }
    },
  }),
];

/** No ladder is longer. */
const ladderSecondsMax = 1_500;

async function seenBodies(t: Trial): Promise<readonly Seen[]> {
  return (await bodies(t)).map(({ exchanges: [before, exchange], value }) => ({ before: [before], exchange, value }));
}

function isEvent(event: unknown): boolean {
  return webhookEvents.some((one) => one === event);
}

function idsIn(
  box: Mailbox,
  acknowledgement: Exchange,
): readonly { readonly id: unknown; readonly exchanges: readonly Exchange[] }[] {
  return arrivedAt(box, acknowledgement).flatMap(({ delivery, exchanges }) => {
    const id = memberOf(delivery.json, 'delivery_id');
    return id === undefined ? [] : [{ id, exchanges }];
  });
}

/** A webhook of another account, where there is one. */
async function ofTheOther(t: Trial): Promise<readonly Announced[]> {
  try {
    return [await announcedElsewhere(t)];
  } catch (error) {
    if (error instanceof NotTestable) return [];
    throw error;
  }
}
