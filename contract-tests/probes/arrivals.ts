/** Every webhook that came for a job that asked for one. */
import { needsUnmet } from '../offers.ts';
import { isObject } from '../reading/members.ts';
import type { Delivery, Mailbox } from '../receiver.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import type { Exchange } from '../wire/exchange.ts';
import { climbed } from './ladders.ts';
import type { Tried } from './tried.ts';
import { announcements, seen } from './webhooks.ts';

/** A delivery with what shows it: the submit that asked for it, and itself. */
export type Arrived = {
  readonly box: Mailbox;
  readonly delivery: Delivery;
  readonly exchanges: readonly [acknowledgement: Exchange, delivery: Exchange];
};

/** What came to an address, for the job that was submitted with it. */
export const arrivedAt = (box: Mailbox, acknowledgement: Exchange): readonly Arrived[] =>
  box.deliveries.map((delivery) => ({ box, delivery, exchanges: [acknowledgement, seen(box, delivery)] }));

/** Everything that came for jobs that asked for it; with the attempts of ladders, where there is time for them. Throws NotTestable if nothing came. */
export const arrivals = async (t: Trial): Promise<readonly Arrived[]> => {
  const all = (await announcements(t)).flatMap(({ box, job }) => arrivedAt(box, job.acknowledgement));
  if (mayClimb(t))
    all.push(...(await climbs(t)).flatMap(({ box, acknowledgement }) => arrivedAt(box, acknowledgement)));
  if (all.length === 0) t.wanted(undefined, 'a webhook that comes');
  return all;
};

const mayClimb = (t: Trial): boolean => needsUnmet({ ...t.check, needs: ['ladder-time'] }, t.run) === undefined;

const climbs = async (t: Trial): Promise<readonly Tried[]> => {
  try {
    return (await climbed(t)).refused;
  } catch (error) {
    if (error instanceof NotTestable) return [];
    throw error;
  }
};

/** Bodies that are objects: what is in them can be looked at. */
export const bodies = async (
  t: Trial,
): Promise<readonly (Pick<Arrived, 'exchanges'> & { readonly value: unknown })[]> => {
  const all = (await arrivals(t)).filter(({ delivery }) => isObject(delivery.json));
  if (all.length === 0) t.wanted(undefined, 'a webhook whose body is a JSON object');
  return all.map(({ delivery, exchanges }) => ({ exchanges, value: delivery.json }));
};
