/** The control API: `/__understudy/…`, JSON, for whoever has the token. Health and the catalogues are open. */
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { isRefused } from '../domain/refusal.ts';
import { readJson } from '../http/read-body.ts';
import type { Env } from '../http/router.ts';
import { createValidator } from '../http/validate.ts';
import { WorldReplaced } from '../store/store.ts';
import type { Control } from './control.ts';
import type { Feed } from './feed.ts';
import { createGuard } from './guard.ts';
import { type Route, routesOf } from './routes.ts';

/** Documents that anyone may read, loaded when first asked for. */
export type Catalogues = { readonly [file: `${string}.json`]: () => Promise<unknown> };

export type ControlApi = {
  readonly control: Control;
  readonly snapshots: Snapshots;
  readonly feed: Feed;
  readonly token: string;
  readonly version: string;
  readonly catalogues: Catalogues;
  /** The certificate that a client has to trust, where one was made. */
  readonly caPem?: string;
  readonly reportFailure: (error: unknown) => void;
  /** Where other processes serve the same accounts: until all that they have acknowledged is known here. */
  readonly fresh?: () => Promise<void>;
  readonly isShared?: boolean;
};

/** The world as a text that another mock takes; it may be long, so it is neither held in memory nor JSON as a whole. */
export type Snapshots = {
  readonly save: () => AsyncGenerator<string>;
  readonly load: (body: Readable) => Promise<object>;
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
  app.get(`${root}/snapshot`, ({ req }) => attempt(api, async () => guarded(guard, req.raw) ?? saved(api.snapshots)));
  app.put(`${root}/snapshot`, ({ req }) => attempt(api, async () => guarded(guard, req.raw) ?? load(req.raw, api)));
  app.get(`${root}/events`, ({ req }) => attempt(api, async () => guarded(guard, req.raw) ?? events(req.raw, api)));
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
    return attempt(api, async () => {
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
      return told(result, route.status);
    });
  };
};

/** What comes of it, or that the mock failed. */
const attempt = async ({ reportFailure, fresh }: ControlApi, work: () => Promise<Response>): Promise<Response> => {
  try {
    if (fresh !== undefined) await fresh();
    return await work();
  } catch (error) {
    reportFailure(error);
    const message = error instanceof WorldReplaced ? error.message : 'the mock failed; its log says why';
    return failure(500, 'internal_error', message);
  }
};

const told = (result: unknown, status = 200): Response => {
  if (typeof result !== 'object' || result === null || !isRefused(result)) return reply(status, result);
  const { code, message } = result.refusal;
  return failure(code === 'not_found' ? 404 : 400, code, message);
};

/** @param request says in `since`, or as browsers do in a header, up to where it was told before */
const events = ({ headers, url }: Request, { feed }: ControlApi): Response => {
  const since = new URL(url).searchParams.get('since') ?? headers.get('last-event-id') ?? undefined;
  const stream = feed.open(since);
  if (stream === undefined) return failure(503, 'too_many', 'too many listen to the events already: close a console');
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    },
  });
};

const saved = ({ save }: Snapshots): Response =>
  new Response(Readable.toWeb(Readable.from(encoded(save()), { objectMode: false })) as ReadableStream, {
    headers: {
      'content-type': snapshotType,
      'content-disposition': 'attachment; filename="understudy-snapshot.ndjson"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });

async function* encoded(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line);
}

const load = async (request: Request, { snapshots, isShared }: ControlApi): Promise<Response> => {
  if (isShared === true && new URL(request.url).searchParams.get('force') !== 'true') {
    return failure(
      400,
      'invalid_input',
      'other processes serve this world: add ?force=true if it is to go for all of them',
    );
  }
  if (request.headers.get('content-type') !== snapshotType) {
    return failure(400, 'invalid_input', `the content-type of a snapshot is ${snapshotType}`);
  }
  return told(await snapshots.load(request.body === null ? Readable.from([]) : Readable.fromWeb(request.body)));
};

/** JSON, a value a line. */
const snapshotType = 'application/x-ndjson';

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
