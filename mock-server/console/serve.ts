/** Serves the page of the console: three files without any data, open to who asks. All that it shows it asks of the control API, with the token. */
import { readFile } from 'node:fs/promises';
import type { Env, Hono } from 'hono';
import { html, noSample, notBuilt } from './html.ts';

const root = '/__understudy';

export type Sample = { readonly content: Uint8Array<ArrayBuffer>; readonly type: string };

/** @param folder with the files that the build has made @param sample gives a file to try the service with, by its name */
export const mountConsole = <Bound extends Env>(
  app: Hono<Bound>,
  folder: URL,
  sample: (name: string) => Promise<Sample | undefined>,
): void => {
  app.get(root, () => new Response(null, { status: 308, headers: { location: `${root}/` } }));
  app.get(`${root}/`, async () =>
    (await fileIn(folder, 'console.js')) === undefined ? page(notBuilt, 503) : page(html),
  );
  app.get(`${root}/console/samples/:name`, async ({ req }) => {
    const found = await sample(req.param('name'));
    return found === undefined
      ? page(noSample, 404)
      : new Response(found.content, { headers: { ...safely, 'content-type': found.type } });
  });
  for (const [name, type] of Object.entries(files)) {
    app.get(`${root}/console/${name}`, async () => {
      const content = await fileIn(folder, name);
      return content === undefined
        ? page(notBuilt, 404)
        : new Response(content, { headers: { ...safely, 'content-type': type } });
    });
  }
};

const files = {
  'console.js': 'text/javascript; charset=utf-8',
  'capture.js': 'text/javascript; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
} as const;

/** Undefined where it was not built. */
const fileIn = async (folder: URL, name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return new Uint8Array(await readFile(new URL(name, folder)));
  } catch {
    return undefined;
  }
};

const page = (content: string, status = 200): Response =>
  new Response(content, {
    status,
    headers: {
      ...safely,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      ...permissions,
    },
  });

const safely = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** The microphone, for a voice session; nothing else of a device. */
const permissions = {
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=()',
} as const;

/** Nothing but what this mock serves: no inline code, no other host, no frame around it. Sockets of this host are among its own. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');
