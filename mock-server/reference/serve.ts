/** Serves what there is to read: the API reference, the clauses and the gaps. Open to who asks, for none of it is anybody's data. */
import { readFile } from 'node:fs/promises';
import type { Env, Hono } from 'hono';
import { pagePolicy } from '../../spec/pages/page.ts';
import { notBuilt, page, script, style } from './page.ts';

const root = '/__understudy/docs';

export type ReferenceParts = {
  /** With the reader that the build has put there. */
  readonly folder: URL;
  /** The contract as OpenAPI, loaded when it is first asked for. */
  readonly openapi: () => Promise<unknown>;
  /** Path below which the operations are. */
  readonly base: string;
};

export const mountReference = <Bound extends Env>(
  app: Hono<Bound>,
  { folder, openapi, base }: ReferenceParts,
): void => {
  app.get(root, async () =>
    (await fileIn(folder, 'swagger-ui-bundle.js')) === undefined
      ? answer(notBuilt, types.html, pagePolicy, 503)
      : answer(page, types.html, readerPolicy),
  );
  app.get(`${root}/`, () => new Response(null, { status: 308, headers: { location: root } }));
  // Each is made when it is asked for: nothing of them is needed to serve.
  app.get(`${root}/clauses`, async () =>
    answer((await import('../../spec/pages/clauses-page.ts')).clausesPage(), types.html, plainPolicy),
  );
  app.get(`${root}/gaps`, async () =>
    answer((await import('../../spec/pages/gaps-page.ts')).gapsPage(), types.html, plainPolicy),
  );
  app.get(`${root}/openapi.json`, async () => {
    const { readable } = await import('./readable.ts');
    return answer(JSON.stringify(readable(await openapi(), base)), types.json);
  });
  app.get(`${root}/reference.js`, () => answer(script, types.js));
  app.get(`${root}/reference.css`, () => answer(style, types.css));
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    app.get(`${root}/${name}`, async () => {
      const content = await fileIn(folder, name);
      return content === undefined
        ? answer(notBuilt, types.html, pagePolicy, 404)
        : answer(content, name.endsWith('.js') ? types.js : types.css);
    });
  }
};

const types = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
} as const;

const framing = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const plainPolicy = `${pagePolicy}; ${framing}`;
/** Nothing but what this mock serves, and no inline code. The reader's own pictures are data addresses in its style. */
const readerPolicy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; ${framing}`;

const answer = (content: string | Uint8Array<ArrayBuffer>, type: string, policy?: string, status = 200): Response =>
  new Response(content, {
    status,
    headers: {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    },
  });

/** Undefined where it was not built. */
const fileIn = async (folder: URL, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return new Uint8Array(await readFile(new URL(name, folder)));
  } catch {
    return undefined;
  }
};
