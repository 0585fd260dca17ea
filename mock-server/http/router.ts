/**
 * Makes a route of every operation. The order of what happens is the same for all: key, request rate, body, then the
 * handler; and what goes out is held against the spec. Within a handler the gap `refusal-order` has a say.
 */
import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Engine } from '../engine/engine.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { Caller } from './authenticate.ts';
import { basePath } from './base-path.ts';
import { type Beginnings, type Params, createBeginnings } from './beginnings.ts';
import { createPricing, listVoices } from './handlers/catalogue.ts';
import { getBalance, getUsageSummary, listUsage } from './handlers/billing.ts';
import { getJob } from './handlers/get-job.ts';
import type { Answer, Handler } from './handlers/handler.ts';
import { createLiveSwapSession, createVoiceSession } from './handlers/sessions.ts';
import { submitJob } from './handlers/submit-job.ts';
import { uploadFile } from './handlers/upload-file.ts';
import { type Input, noInput } from './input.ts';
import { type Present, createPresent } from './present/present.ts';
import { breakReply } from './broken-reply.ts';
import { type Route, createGuarded } from './guarded.ts';
import type { Exchange } from './record.ts';
import { type MetFaults, createFaultFinder } from './request-faults.ts';
import { type Respond, createRespond } from './respond.ts';
import { createResponseCheck } from './response-check.ts';
import { responseSchemaOf } from './response-schema.ts';
import { formerJobRoute, movedJobPath } from './route-probe.ts';
import type { Service } from './service.ts';

export type Env = {
  Bindings: Partial<HttpBindings>;
  /** Names of the faults that the request met, where it met any: for the journal. */
  Variables: { faults?: readonly string[] };
};

const handlers: { readonly [id in Exclude<OperationId, 'getPricing'>]: Handler } = {
  uploadFile,
  submitCharacterSwap: submitJob(operations.submitCharacterSwap.job),
  submitFaceSwap: submitJob(operations.submitFaceSwap.job),
  submitFaceSwapImage: submitJob(operations.submitFaceSwapImage.job),
  submitMotionControl: submitJob(operations.submitMotionControl.job),
  submitAvatar: submitJob(operations.submitAvatar.job),
  submitLipSync: submitJob(operations.submitLipSync.job),
  submitVoiceClone: submitJob(operations.submitVoiceClone.job),
  getJob,
  createLiveSwapSession,
  listVoices,
  createVoiceSession,
  getBalance,
  listUsage,
  getUsageSummary,
};

export const mountOperations = (app: Hono<Env>, service: Service): void => {
  const face: Face = {
    service,
    present: createPresent(service.choices, service),
    respond: createRespond(service.choices, service.presentAnswer),
    beginnings: createBeginnings(service),
  };
  const guarded = createGuarded(service, face.respond);
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const moved = service.moveJobRoute === true && id === 'getJob';
    const path = basePath + (moved ? `${movedJobPath}:job_id` : operation.path.replace(/\{(\w+)\}/g, ':$1'));
    app.on(operation.method, path, guarded(id, id === 'getPricing' ? pricing(face) : route(id, operation, face)));
    if (moved) app.get(`${basePath}/jobs/:job_id`, guarded(id, route(id, operation, face, formerJobRoute)));
  }
};

/** What all operations share: how bodies are made and written. */
type Face = {
  readonly service: Service;
  readonly present: Present;
  readonly respond: Respond;
  readonly beginnings: Beginnings;
};

const route = (
  id: Exclude<OperationId, 'getPricing'>,
  operation: Operation,
  { service, present, respond, beginnings }: Face,
  handle: Handler = handlers[id],
): Route => {
  const { choices } = service;
  const status = Number(choices[operation.status ?? 'read-status']);
  const enter = beginnings.entrance(id);
  const admit = beginnings.rateGate(id);
  const readInput = beginnings.inputReader(id);
  const checkResponse = createResponseCheck(id, responseSchemaOf(id, operation, choices));
  const findFaults = createFaultFinder(id, operation, service.faults);

  // Not `async`, nor is what is read at once awaited: a read of a job goes through in one turn.
  const answer = (
    context: Context<Env>,
    engine: Engine,
    { account, key }: Caller,
    now: number,
    input: Input,
    params: Params,
    { handedOn: faults }: MetFaults,
    exchange: Exchange,
  ): Promise<Answer | Refused> | Answer | Refused => {
    const request = context.req.raw;
    if (input.fault !== undefined && operation.job === undefined) return input.fault;
    return handle({
      service,
      engine,
      present,
      account,
      key,
      ...input,
      params,
      request,
      incoming: context.env?.incoming,
      now,
      faults,
      exchange,
    });
  };

  return async (context, exchange) => {
    const refuseWith = ({ refusal }: Refused, headers?: { readonly [name: string]: string }): Response =>
      respond.refusal(refusal, headers, undefined, exchange);
    // One engine from the first look to the last: a reset in between must not split a call over two worlds.
    const engine = service.engine();
    const caller = await enter(engine, context.req.raw);
    if (caller === undefined || caller === 'public') return refuseWith(unauthorized);
    exchange.from(caller);
    const now = engine.clock.now();
    const passage = admit(caller, now);
    const { refused, headers } = passage instanceof Promise ? await passage : passage;
    if (refused !== undefined) return refuseWith(refused, headers);
    const params = context.req.param();
    const reading = readInput(context.req.raw, params, exchange);
    const input = reading instanceof Promise ? await reading : reading;
    const accountId = caller.account.id;
    const met = findFaults({ headers: context.req.raw.headers, accountId, input, params, now });
    if (isRefused(met)) return refuseWith(met, headers);
    if (met.names.length > 0) context.set('faults', met.names);
    const serve = async (): Promise<Response> => {
      const answering = answer(context, engine, caller, now, input, params, met, exchange);
      const outcome = answering instanceof Promise ? await answering : answering;
      if (isRefused(outcome)) return refuseWith(outcome, headers);
      checkResponse(outcome.body);
      return respond.json(outcome.status ?? status, outcome.body, headers, exchange);
    };
    return breakReply(met.own, serve, (refusal) => refuseWith({ refusal }, headers), context.env?.outgoing);
  };
};

/** The one operation without a key: nothing is counted, and a bad key is no obstacle (gap `pricing-access`). */
const pricing = ({ service, present, respond, beginnings }: Face): Route => {
  const enter = beginnings.entrance('getPricing');
  const schema = responseSchemaOf('getPricing', operations.getPricing, service.choices);
  const checkResponse = createResponseCheck('getPricing', schema);
  const getPricing = createPricing(service, present);
  const findFaults = createFaultFinder('getPricing', operations.getPricing, service.faults);
  const status = Number(service.choices['read-status']);
  return async (context, exchange) => {
    const engine = service.engine();
    const { headers } = context.req.raw;
    const now = engine.clock.now();
    // Only for the journal, where no rates are looked up by it.
    const entering = enter(engine, context.req.raw);
    const caller = await entering.catch(() => 'public' as const);
    exchange.from(keyed(caller));
    const met = findFaults({ headers, accountId: '', input: noInput, params: {}, now });
    const refuseWith = ({ refusal }: Refused): Response => respond.refusal(refusal, undefined, undefined, exchange);
    if (caller === undefined) return refuseWith(unauthorized);
    if (isRefused(met)) return refuseWith(met);
    if (met.names.length > 0) context.set('faults', met.names);
    const serve = async (): Promise<Response> => {
      const { body } = await getPricing(() => entering.then(keyed));
      checkResponse(body);
      return respond.json(status, body, undefined, exchange);
    };
    return breakReply(met.own, serve, (refusal) => refuseWith({ refusal }), context.env?.outgoing);
  };
};

const keyed = (caller: Caller | 'public' | undefined): Caller | undefined => (caller === 'public' ? undefined : caller);

const unauthorized = refuse(
  'unauthorized',
  'send a valid API key as "Authorization: Bearer <key>": this one is missing, unknown or revoked',
);
