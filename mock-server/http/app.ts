/** The whole HTTP face of the mock: the operations, the files, and a documented error for everything else. */
import { Hono } from 'hono';
import { mountFiles } from './files.ts';
import { refusal } from './respond.ts';
import { type Env, mountOperations } from './router.ts';
import type { Service } from './service.ts';

export const createApp = (service: Service): Hono<Env> => {
  const app = new Hono<Env>({ strict: true });
  mountOperations(app, service);
  mountFiles(app, service);
  return app;
};

/** Routes are matched once; a path or method that the document does not have is `not_found` (gap `unknown-route`). */
export const closeApp = (app: Hono<Env>, { choices, reportFailure }: Service): void => {
  app.notFound((context) =>
    refusal(
      { code: 'not_found', message: `there is no ${context.req.method} ${context.req.path.slice(0, 200)}` },
      choices,
    ),
  );
  app.onError((error) => {
    reportFailure(error);
    return refusal(
      { code: 'internal_error', message: 'the mock failed; its log says why. Nothing was billed' },
      choices,
    );
  });
};
