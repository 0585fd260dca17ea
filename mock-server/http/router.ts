/**
 * Makes a route of every operation. The order of what happens is the same for all (gap `refusal-order`):
 * key, request rate, body, then the handler; and what goes out is held against the spec.
 */
import type { Context, Hono } from 'hono';
import type { HttpBindings } from '@hono/node-server';
import { type Operation, type OperationId, operations } from '../../spec/operations.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { authenticate } from './authenticate.ts';
import { getPricing, listVoices } from './handlers/catalogue.ts';
import { getBalance, getUsageSummary, listUsage } from './handlers/billing.ts';
import { getJob } from './handlers/get-job.ts';
import type { Answer, Call, Handler } from './handlers/handler.ts';
import { createLiveSwapSession, createVoiceSession } from './handlers/sessions.ts';
import { submitJob } from './handlers/submit-job.ts';
import { uploadFile } from './handlers/upload-file.ts';
import { readQuery } from './query.ts';
import { type JsonObject, readJson } from './read-body.ts';
import { json, refusal } from './respond.ts';
import { createResponseCheck } from './response-check.ts';
import type { Service } from './service.ts';
import { createValidator } from './validate.ts';

export type Env = { Bindings: Partial<HttpBindings> };

/** Version segment of every path (versioning.version-in-path). */
export const basePath = '/api/v1';

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
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const path = basePath + operation.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, path, route(id, operation, service));
  }
};

const route = (id: OperationId, operation: Operation, service: Service) => {
  const { choices, reportFailure } = service;
  const status = operation.status === undefined ? 200 : Number(choices[operation.status]);
  const readInput = inputReader(operation);
  const checkResponse = createResponseCheck(id, operation.response);

  const answer = async (context: Context<Env>): Promise<Answer | Refused> => {
    if (id === 'getPricing') return getPricing(service);
    const request = context.req.raw;
    const engine = service.engine();
    const caller = await authenticate(
      engine,
      request.headers.get('authorization') ?? undefined,
      service.defaultAccountId,
    );
    if (caller === undefined) {
      return refuse(
        'unauthorized',
        'send a valid API key as "Authorization: Bearer <key>": this one is missing, unknown or revoked',
      );
    }
    const { account, key } = caller;
    const now = engine.clock.now();
    const limit = account.rateLimit ?? service.requestsPerMinute;
    const refused = service.rateLimiter.admit(key.digest, limit, now);
    if (refused !== undefined) {
      const seconds = Math.ceil(refused.waitMs / 1000);
      return refuse('rate_limited', `more than ${limit} requests in a minute: back off, and go on in ${seconds} s`);
    }
    const input = await readInput(request);
    if (isRefused(input)) return input;
    const call: Call = {
      service,
      account,
      key,
      ...input,
      params: context.req.param(),
      request,
      incoming: context.env?.incoming,
      presentation: { choices, links: service.links, origin: service.origin(), now },
    };
    return handlers[id](call);
  };

  return async (context: Context<Env>): Promise<Response> => {
    try {
      const outcome = await answer(context);
      if (isRefused(outcome)) return refusal(outcome.refusal, choices);
      checkResponse(outcome.body);
      return json(status, outcome.body);
    } catch (error) {
      reportFailure(error);
      return refusal(
        { code: 'internal_error', message: 'the mock failed; its log says why. Nothing was billed' },
        choices,
      );
    }
  };
};

type Input = { readonly body: JsonObject; readonly query: JsonObject };

const nothing: JsonObject = {};

const inputReader = ({
  body,
  query,
}: Operation): ((request: Request) => Promise<Input | Refused> | Input | Refused) => {
  if (body !== undefined) {
    const validate = createValidator(body);
    return async (request) => {
      const read = await readJson(request);
      if (isRefused(read)) return read;
      return validate(read.body) ?? { body: read.body, query: nothing };
    };
  }
  if (query !== undefined) {
    const validate = createValidator(query);
    return (request) => {
      const read = readQuery(request.url, query);
      return validate(read) ?? { body: nothing, query: read };
    };
  }
  return () => ({ body: nothing, query: nothing });
};
