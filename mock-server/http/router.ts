/**
 * Makes a route of every operation. The order of what happens is the same for all: key, request rate, body, then the
 * handler; and what goes out is held against the spec. Within a handler the gap `refusal-order` has a say.
 */
import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import type { Engine } from '../engine/engine.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { type Caller, authenticate, bearerForm } from './authenticate.ts';
import { basePath } from './base-path.ts';
import { createPricing, listVoices } from './handlers/catalogue.ts';
import { getBalance, getUsageSummary, listUsage } from './handlers/billing.ts';
import { getJob } from './handlers/get-job.ts';
import type { Answer, Handler } from './handlers/handler.ts';
import { createLiveSwapSession, createVoiceSession } from './handlers/sessions.ts';
import { submitJob } from './handlers/submit-job.ts';
import { uploadFile } from './handlers/upload-file.ts';
import { createInputReader } from './input.ts';
import { type Present, createPresent } from './present/present.ts';
import { createRateGate } from './rate-gate.ts';
import { type Respond, createRespond } from './respond.ts';
import { createResponseCheck } from './response-check.ts';
import { responseSchemaOf } from './response-schema.ts';
import type { Service } from './service.ts';

export type Env = { Bindings: Partial<HttpBindings> };

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
    respond: createRespond(service.choices),
  };
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const path = basePath + operation.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, path, guarded(face, id === 'getPricing' ? pricing(face) : route(id, operation, face)));
  }
};

/** What all operations share: how bodies are made and written. */
type Face = { readonly service: Service; readonly present: Present; readonly respond: Respond };

type Route = (context: Context<Env>) => Promise<Response>;

const route = (
  id: Exclude<OperationId, 'getPricing'>,
  operation: Operation,
  { service, present, respond }: Face,
): Route => {
  const { choices } = service;
  const status = operation.status === undefined ? 200 : Number(choices[operation.status]);
  const identify = identifier(service);
  const admit = createRateGate(service, operation.method);
  const readInput = createInputReader(operation, choices);
  const checkResponse = createResponseCheck(id, responseSchemaOf(id, operation, choices));
  const handle = handlers[id];

  const answer = async (
    context: Context<Env>,
    engine: Engine,
    { account, key }: Caller,
    now: number,
  ): Promise<Answer | Refused> => {
    const request = context.req.raw;
    const input = await readInput(request);
    if (input.fault !== undefined && operation.job === undefined) return input.fault;
    const params = context.req.param();
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
    });
  };

  return async (context) => {
    // One engine from the first look to the last: a reset in between must not split a call over two worlds.
    const engine = service.engine();
    const caller = await identify(engine, context.req.raw);
    if (caller === undefined) return respond.refusal(unauthorized);
    const now = engine.clock.now();
    const { refused, headers } = admit(caller, now);
    const outcome = refused ?? (await answer(context, engine, caller, now));
    if (isRefused(outcome)) return respond.refusal(outcome.refusal, headers);
    checkResponse(outcome.body);
    return respond.json(outcome.status ?? status, outcome.body, headers, context.env?.outgoing);
  };
};

/** The one operation without a key: nothing is counted, and a bad key is no obstacle. */
const pricing = ({ service, present, respond }: Face): Route => {
  const identify = identifier(service);
  const schema = responseSchemaOf('getPricing', operations.getPricing, service.choices);
  const checkResponse = createResponseCheck('getPricing', schema);
  const getPricing = createPricing(service, present);
  return async (context) => {
    const { body } = await getPricing(() => identify(service.engine(), context.req.raw));
    checkResponse(body);
    return respond.json(200, body);
  };
};

const identifier = ({
  choices,
  defaultAccountId,
}: Service): ((engine: Engine, request: Request) => Promise<Caller | undefined>) => {
  const form = bearerForm(choices);
  return (engine, request) =>
    authenticate(engine, request.headers.get('authorization') ?? undefined, defaultAccountId, form);
};

const { refusal: unauthorized } = refuse(
  'unauthorized',
  'send a valid API key as "Authorization: Bearer <key>": this one is missing, unknown or revoked',
);

/** A failure of ours is said aloud, and answered like one of the service's. */
const guarded =
  ({ service, respond }: Face, serve: Route): Route =>
  async (context) => {
    try {
      return await serve(context);
    } catch (error) {
      service.reportFailure(error);
      return respond.refusal({
        code: 'internal_error',
        message: 'the mock failed; its log says why. Nothing was billed',
      });
    }
  };
