/**
 * The mock's own functions, each as its port leaves it: resolved once, when the mock starts. Where there is no port the usual one stands,
 * or nothing, so that nothing is paid for it. The ports of the HTTP face that need the face are resolved there.
 */
import { decide } from './domain/decide.ts';
import { type Rules, usualRules } from './domain/rules.ts';
import type { Decide } from './engine/engine.ts';
import type { PresentAnswer } from './http/ports.ts';
import type { PresentWebhook } from './http/present/webhook.ts';
import type { Ports } from './ports.ts';
import type { DispatcherOptions } from './webhooks/dispatch.ts';
import type { Deliver } from './webhooks/ports.ts';
import { sign } from './webhooks/signature.ts';

export type Wrapped = {
  readonly decide: Decide;
  readonly rules: Rules;
  readonly presentAnswer: PresentAnswer | undefined;
  readonly sign: DispatcherOptions['sign'];
  readonly presentWebhook: (own: PresentWebhook) => DispatcherOptions['present'];
  readonly deliver: Deliver | undefined;
};

export const wrapAll = (ports: Ports): Wrapped => ({
  decide: ports.decide?.(decide) ?? decide,
  rules: {
    price: ports.price?.(usualRules.price) ?? usualRules.price,
    isSuccess: ports.isSuccess?.(usualRules.isSuccess) ?? usualRules.isSuccess,
    nextAttempt: ports.nextAttempt?.(usualRules.nextAttempt) ?? usualRules.nextAttempt,
  },
  presentAnswer: ports.present?.((answer) => answer),
  sign: wrappedSign(ports.sign),
  presentWebhook: wrappedPresent(ports.presentWebhook),
  deliver: ports.deliver?.(({ request }) => ({ requests: [request] })),
});

const wrappedSign = (port: Ports['sign']): DispatcherOptions['sign'] => {
  const wrapped = port?.(({ body, secrets, t }) => sign(body, secrets, t));
  return wrapped === undefined ? sign : (body, secrets, t) => wrapped({ body, secrets, t });
};

const wrappedPresent = (port: Ports['presentWebhook']): Wrapped['presentWebhook'] => {
  const wrapped = port?.((body) => body);
  if (wrapped === undefined) return (own) => own;
  return (own) => (job, deliveryId, sentAt, linkedAt, attempt) => {
    const body = JSON.parse(JSON.stringify(own(job, deliveryId, sentAt, linkedAt))) as { [field: string]: unknown };
    return wrapped(body, { job, deliveryId, attempt, sentAt });
  };
};
