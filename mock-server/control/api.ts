/** The control API: `/__understudy/…`, JSON, for whoever has the token. Health and the catalogues are open. */
import type { Context, Hono } from 'hono';
import type { TSchema } from 'typebox';
import type { JobOutcome } from '../../spec/magic.ts';
import { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import { type JsonObject, readJson } from '../http/read-body.ts';
import type { Env } from '../http/router.ts';
import { createValidator } from '../http/validate.ts';
import type { AccountRequest, Advance, Control } from './control.ts';
import { createGuard } from './guard.ts';
import { readJournalFilter } from './journal.ts';
import { AdvanceBody, CapacityBody, ClockBody, CreateAccountBody, FinishJobBody, TopUpBody } from './schemas.ts';

/** Documents that anyone may read, loaded when first asked for. */
export type Catalogues = { readonly [file: `${string}.json`]: () => Promise<unknown> };

export type ControlApi = {
  readonly control: Control;
  readonly token: string;
  readonly version: string;
  readonly catalogues: Catalogues;
  /** The certificate that a client has to trust, where one was made. */
  readonly caPem?: string;
  readonly reportFailure: (error: unknown) => void;
};

type Params = { readonly [name: string]: string };
type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: TSchema;
  /** Whether no body is as good as an empty object. */
  readonly mayBeLeftOut?: true;
  readonly status?: 201 | 202;
  readonly run: (input: { body: JsonObject; params: Params; query: URLSearchParams }) => unknown;
};

const root = '/__understudy';

export const mountControl = (app: Hono<Env>, api: ControlApi): void => {
  app.get(`${root}/health`, () => reply(200, { status: 'ok', version: api.version, clock: api.control.clock() }));
  for (const [file, load] of Object.entries(api.catalogues)) {
    app.get(`${root}/${file}`, async () => reply(200, await load()));
  }
  app.get(`${root}/ca.pem`, () =>
    api.caPem === undefined
      ? failure(404, 'not_found', 'no certificate was made: it takes --tls')
      : new Response(api.caPem, { headers: { 'content-type': 'application/x-pem-file', 'cache-control': 'no-store' } }),
  );
  const guard = createGuard(api.token);
  for (const route of routes(api.control)) app.on(route.method, root + route.path, answer(route, guard, api));
  app.all(
    `${root}/*`,
    ({ req }) => guarded(guard, req.raw) ?? failure(404, 'not_found', `there is no ${req.method} ${req.path}`),
  );
};

const routes = (control: Control): Route[] => [
  { method: 'POST', path: '/reset', run: async () => (await control.reset(), {}) },
  { method: 'GET', path: '/clock', run: () => control.clock() },
  { method: 'PUT', path: '/clock', body: ClockBody, run: ({ body }) => control.setClockMode(String(body['mode'])) },
  {
    method: 'POST',
    path: '/clock/advance',
    body: AdvanceBody,
    run: ({ body }) => control.advance(body as unknown as Advance),
  },
  {
    method: 'POST',
    path: '/accounts',
    body: CreateAccountBody,
    status: 201,
    run: ({ body }) => control.createAccount(body as unknown as AccountRequest),
  },
  {
    method: 'POST',
    path: '/accounts/:id/top-up',
    body: TopUpBody,
    run: ({ body, params }) => control.topUp(params['id'] ?? '', Number(body['amount_usd'])),
  },
  {
    method: 'POST',
    path: '/accounts/:id/keys',
    status: 201,
    run: ({ params }) => control.createKey(params['id'] ?? ''),
  },
  {
    method: 'DELETE',
    path: '/accounts/:id/keys/:key',
    run: ({ params }) => control.revokeKey(params['id'] ?? '', params['key'] ?? ''),
  },
  {
    method: 'POST',
    path: '/accounts/:id/webhook-secret',
    run: ({ params }) => control.rotateWebhookSecret(params['id'] ?? ''),
  },
  { method: 'GET', path: '/capacity', run: () => control.capacity() },
  {
    method: 'PUT',
    path: '/capacity',
    body: CapacityBody,
    run: ({ body }) => control.setCapacity(body),
  },
  { method: 'GET', path: '/faults', run: () => control.faults() },
  {
    method: 'POST',
    path: '/faults',
    body: FaultRuleBody,
    status: 201,
    run: ({ body }) => control.addFault(body as unknown as FaultRuleBody),
  },
  { method: 'DELETE', path: '/faults', run: () => control.clearFaults() },
  { method: 'DELETE', path: '/faults/:id', run: ({ params }) => control.removeFault(params['id'] ?? '') },
  { method: 'GET', path: '/jobs', run: ({ query }) => listed(query, (filter) => control.jobs(filter)) },
  { method: 'GET', path: '/journal', run: ({ query }) => readJournal(control, query) },
  { method: 'GET', path: '/deliveries', run: ({ query }) => listed(query, (filter) => control.deliveries(filter)) },
  {
    method: 'POST',
    path: '/deliveries/:id/resend',
    status: 202,
    run: ({ params }) => control.resendDelivery(params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/jobs/:id/finish',
    body: FinishJobBody,
    mayBeLeftOut: true,
    run: ({ body, params }) => control.finishJob(params['id'] ?? '', body['outcome'] as JobOutcome | undefined),
  },
];

const readJournal = (control: Control, query: URLSearchParams): unknown => {
  const filter = readJournalFilter(query);
  return isRefused(filter) ? filter : control.journal(filter);
};

const shown = { default: 100, max: 1_000 } as const;

type Filter = { readonly limit: number; readonly accountId?: string };

const listed = (query: URLSearchParams, list: (filter: Filter) => Promise<unknown>): Promise<unknown> | Refused => {
  const limit = Number(query.get('limit') ?? shown.default);
  if (!Number.isInteger(limit) || limit < 1 || limit > shown.max) {
    return refuse('invalid_input', `limit must be 1 to ${shown.max}`);
  }
  const accountId = query.get('account_id');
  return list({ limit, ...(accountId !== null && { accountId }) });
};

const answer = (route: Route, guard: ReturnType<typeof createGuard>, api: ControlApi) => {
  const validate = route.body && createValidator(route.body);
  return async (context: Context<Env>): Promise<Response> => {
    const request = context.req.raw;
    const turnedAway = guarded(guard, request);
    if (turnedAway !== undefined) return turnedAway;
    try {
      const reading = {
        anyType: false,
        emptyAsObject: route.mayBeLeftOut ?? false,
        tooLarge: 'invalid_input',
      } as const;
      const read = validate === undefined ? { body: {} } : await readJson(request, reading);
      const fault = isRefused(read) ? read : validate?.(read.body);
      const body = isRefused(read) ? {} : read.body;
      const query = new URL(request.url).searchParams;
      const result = fault ?? (await route.run({ body, params: context.req.param(), query }));
      if (typeof result === 'object' && result !== null && isRefused(result)) {
        const { code, message } = result.refusal;
        return failure(code === 'not_found' ? 404 : 400, code, message);
      }
      return reply(route.status ?? 200, result);
    } catch (error) {
      api.reportFailure(error);
      return failure(500, 'internal_error', 'the mock failed; its log says why');
    }
  };
};

const guarded = (guard: ReturnType<typeof createGuard>, request: Request): Response | undefined => {
  const refused = guard(request);
  return refused && failure(refused.status, refused.status === 401 ? 'unauthorized' : 'forbidden', refused.message);
};

const failure = (status: number, code: string, message: string): Response =>
  reply(status, { error: { code, message } });

const reply = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
