/** The whole HTTP face of the mock: the operations, the files, and a documented error for everything else. */
import { Hono } from 'hono';
import { mountFiles } from './files.ts';
import { createRespond } from './respond.ts';
import { type Env, mountOperations } from './router.ts';
import type { Service } from './service.ts';
import { createUnknownRoute } from './unknown-route.ts';

export const createApp = (service: Service): Hono<Env> => {
  const app = new Hono<Env>({ strict: service.choices['trailing-slash'] === 'unknown' });
  mountOperations(app, service);
  mountFiles(app, service);
  return app;
};

/** Routes are matched once; what then has no answer gets that of the gap `unknown-route`. */
export const closeApp = (app: Hono<Env>, { choices, reportFailure }: Service): void => {
  const respond = createRespond(choices);
  const unknownRoute = createUnknownRoute(choices, respond);
  app.notFound((context) => unknownRoute(context.req.method, context.req.path));
  app.onError((error) => {
    reportFailure(error);
    return respond.refusal({
      code: 'internal_error',
      message: 'the mock failed; its log says why. Nothing was billed',
    });
  });
};
