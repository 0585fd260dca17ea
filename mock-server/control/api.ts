/** The control API: `/__understudy/…`, JSON, for whoever has the token. Health and the catalogues are open. */
import type { Context, Hono } from 'hono';
import { isRefused } from '../domain/refusal.ts';
import { readJson } from '../http/read-body.ts';
import type { Env } from '../http/router.ts';
import { createValidator } from '../http/validate.ts';
import type { Control } from './control.ts';
import { createGuard } from './guard.ts';
import { type Route, routesOf } from './routes.ts';

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
  for (const route of routesOf(api.control)) app.on(route.method, root + route.path, answer(route, guard, api));
  app.all(
    `${root}/*`,
    ({ req }) => guarded(guard, req.raw) ?? failure(404, 'not_found', `there is no ${req.method} ${req.path}`),
  );
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
