/** What goes around every answer of the service: a failure of ours is said aloud and answered like one of the service's; and the journal. */
import type { Context } from 'hono';
import type { Refusal } from '../domain/refusal.ts';
import type { Engine } from '../engine/engine.ts';
import { OutcomeUnknown } from '../engine/outcome-unknown.ts';
import { WorldReplaced } from '../store/store.ts';
import { AskedExchange } from './asked.ts';
import { drop } from './broken-reply.ts';
import { Exchange } from './record.ts';
import type { Respond } from './respond.ts';
import type { Env } from './router.ts';
import type { Service } from './service.ts';
import { measured, textIn } from './text-response.ts';
import { strangersTurns } from './wording-turns.ts';

export type Route = (context: Context<Env>, exchange: Exchange) => Promise<Response> | Response;

/** @param operation its id; null for what is none */
export type Guarded = (operation: string | null, serve: Route) => (context: Context<Env>) => Promise<Response>;

export const createGuarded = (service: Service, respond: Respond): Guarded => {
  const turnOfStranger = strangersTurns(service.engine);
  const Kept = service.presentAnswer === undefined ? Exchange : AskedExchange;
  return (operation, serve) => async (context) => {
    const stale = service.fresh === undefined ? undefined : await behind(service.fresh);
    const engine = service.engine();
    const came = { request: context.req.raw, incoming: context.env?.incoming, turnOfStranger };
    const exchange = new Kept(came, operation, engine.clock.now());
    let response: Response;
    try {
      if (stale !== undefined) throw stale;
      response = await serve(context, exchange);
    } catch (error) {
      service.reportFailure(error);
      const message = messageOf(error);
      response = respond.refusal({ code: 'internal_error', message }, undefined, undefined, exchange);
    }
    record(service, engine, exchange, context.get('faults'));
    const following = service.timeline?.settle();
    if (following !== undefined) await following;
    if (service.brokeOff?.(engine) !== true) return context.req.method === 'HEAD' ? headOf(response) : response;
    // It was done, and nobody was told.
    exchange.status = null;
    return drop(context.env?.outgoing);
  };
};

/** Of an answer to HEAD only the head is left: it says how long the body would be. */
const headOf = (response: Response): Response => {
  const told = textIn(response);
  return told === undefined ? response : new Response(null, { status: told.status, headers: measured(told) });
};

const messageOf = (error: unknown): string => {
  if (error instanceof WorldReplaced) return error.message;
  return error instanceof OutcomeUnknown ? notKnown : mockFailed.message;
};

/** What is told of a failure of ours. */
export const mockFailed: Refusal = {
  code: 'internal_error',
  message: 'the mock failed; its log says why. Nothing was billed',
};

/** Whether something was billed is as open as the rest: who sends it again without a key may get a second one. */
const notKnown =
  'the mock lost its database while it wrote this down: it is not known whether it was taken. Send it again, with the Idempotency-Key that it had';

/** What hinders this process from knowing what others have done; undefined where nothing does. */
const behind = async (fresh: () => Promise<void>): Promise<Error | undefined> => {
  try {
    await fresh();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** An answer stands, whether it can be written down or not. */
const record = (service: Service, engine: Engine, exchange: Exchange, faults: readonly string[] | undefined): void => {
  try {
    // What began before a reset is not the new world's.
    if (service.engine() !== engine && service.brokeOff?.(engine) !== true) return;
    exchange.end(engine.clock.now(), faults);
    service.journal.record(exchange);
  } catch (error) {
    service.reportFailure(error);
  }
};
