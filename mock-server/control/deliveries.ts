/** The deliveries of all accounts, and sending one again by hand. */
import type { Fault } from '../../spec/faults.ts';
import type { Account } from '../domain/account.ts';
import type { Delivery } from '../domain/delivery.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import {
  type DeliveryDetail,
  type DeliveryView,
  type ExplainSignature,
  type FindSent,
  deliveryViewOf,
} from './delivery-view.ts';
import { type Dated, type ListFilter, newest } from './newest.ts';
import { ownerOf } from './owner.ts';
import { type ResendBody, readResendFault } from './resend-fault.ts';
import type { Tally } from './tally.ts';

export type DeliveryControl = {
  /** The newest deliveries of one account or of all, newest first. */
  readonly deliveries: (filter: ListFilter) => Promise<DeliveryView[]>;
  /** One of them, with its signatures taken apart. */
  readonly delivery: (deliveryId: string) => Promise<DeliveryDetail | Refused>;
  /**
   * Sends a webhook once more, at once: same job, same id, new signature. It counts as none of the six attempts.
   * @param asked with a fault, for one that its receiver has to refuse
   */
  readonly resendDelivery: (deliveryId: string, asked?: ResendBody) => Promise<DeliveryView | Refused>;
};

export type DeliveryParts = {
  readonly engine: () => Engine;
  /** What an attempt of a delivery sent, as far as it is remembered. */
  readonly sent: FindSent;
  readonly explainSignature: ExplainSignature;
  /** Has the next attempt that is asked for by hand meet a fault. */
  readonly spoilNext: (deliveryId: string, fault: Fault) => void;
  /** How often each delivery was sent again by hand. */
  readonly resends: Tally;
};

export const deliveryControl = ({
  engine,
  sent,
  explainSignature,
  spoilNext,
  resends,
}: DeliveryParts): DeliveryControl => ({
  deliveries: (filter) => newest(engine(), filter, (account, limit) => deliveriesOf(account, limit, sent)),

  delivery: async (deliveryId) => {
    const account = await ownerOf(engine(), deliveryId);
    const delivery = account?.deliveries.get(deliveryId);
    if (account === undefined || delivery === undefined) return refuse('not_found', `no delivery ${deliveryId}`);
    const { attempts, ...view } = deliveryViewOf(account.id, delivery, sent);
    return {
      ...view,
      attempts: attempts.map((attempt) => ({
        ...attempt,
        signature: attempt.request && explainSignature(account, attempt.request, Date.parse(attempt.started_at)),
      })),
    };
  },

  resendDelivery: async (deliveryId, asked = {}) => {
    const fault = readResendFault(asked);
    if (fault !== undefined && isRefused(fault)) return fault;
    const account = await ownerOf(engine(), deliveryId);
    const delivery = account?.deliveries.get(deliveryId);
    if (account === undefined || delivery === undefined) return refuse('not_found', `no delivery ${deliveryId}`);
    const before = delivery.attempts.filter(({ extra }) => extra).length;
    if (resends.next(deliveryId, before) > resendsMax) {
      return refuse('invalid_input', `a delivery is sent again ${resendsMax} times at the most: ${deliveryId} was`);
    }
    if (fault !== undefined) spoilNext(deliveryId, fault);
    const done = await engine().execute(account.id, { type: 'resend-delivery', deliveryId });
    return isRefused(done) ? done : deliveryViewOf(account.id, delivery, sent);
  },
});

/** Of one delivery, by hand: every attempt is kept, and shown wherever its delivery is. */
const resendsMax = 1_000;

const deliveriesOf = (account: Account, limit: number, sent: FindSent): Dated<DeliveryView>[] =>
  [...account.deliveries.values()]
    .slice(-limit)
    .reverse()
    .map((delivery) => ({ at: beganAt(account, delivery), view: deliveryViewOf(account.id, delivery, sent) }));

/** By which deliveries are listed. Of one that was not tried yet it is when it will be, so that it keeps its place in the list. */
export const beganAt = (account: Account, { attempts, state }: Delivery): number =>
  attempts[0]?.startedAt ?? (state.status === 'scheduled' ? state.at : account.lastAt);
