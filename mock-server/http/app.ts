/** The whole HTTP face of the mock: the operations, the files, and a documented error for everything else. */
import { Hono } from 'hono';
import { createIdentify } from './authenticate.ts';
import { mountFiles } from './files.ts';
import { createGuarded, mockFailed } from './guarded.ts';
import { createRespond } from './respond.ts';
import { type Env, mountOperations } from './router.ts';
import type { Service } from './service.ts';
import { createUnknownRoute } from './unknown-route.ts';
import { strangersTurns } from './wording-turns.ts';

export const createApp = (service: Service): Hono<Env> => {
  const app = new Hono<Env>({ strict: service.choices['trailing-slash'] === 'unknown' });
  mountOperations(app, service);
  mountFiles(app, service);
  return app;
};

/** Routes are matched once; what then has no answer gets that of the gap `unknown-route`. */
export const closeApp = (app: Hono<Env>, service: Service): void => {
  const { choices, reportFailure } = service;
  const respond = createRespond(choices, service.presentAnswer);
  const unknownRoute = createUnknownRoute(choices, respond);
  const identify = createIdentify(service);
  const guarded = createGuarded(service, respond);
  const answer = guarded(null, async ({ req }, exchange) => {
    // Only for the journal: whoever it is gets the same.
    exchange.from(await identify(service.engine(), req.raw).catch(() => undefined));
    return unknownRoute(req.method, req.path, exchange);
  });
  app.notFound(answer);
  const turnOfStranger = strangersTurns(service.engine);
  app.onError((error) => {
    reportFailure(error);
    return respond.refusal(mockFailed, undefined, undefined, { wordingTurn: turnOfStranger('') });
  });
};
