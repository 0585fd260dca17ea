/** What whoever made a mock is given to hold it by, once it listens. */
import type { Scorecard } from '../contract-tests/conduct/scorecard.ts';
import type { Control } from './control/control.ts';
import type { CurrentWorld } from './current-world.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import type { Clock } from './engine/clock.ts';
import { basePath } from './http/base-path.ts';
import { requestOf } from './http/plain-request.ts';
import type { Mock } from './mock.ts';
import { shownByName } from './named-accounts.ts';
import type { Settled } from './settled.ts';

type Running = Pick<Settled, 'told' | 'choices' | 'controlToken' | 'main'> &
  Pick<Mock, 'close'> & {
    /** Where it is reached: scheme, host and port. */
    readonly origin: string;
    readonly caPem: string | undefined;
    readonly world: CurrentWorld;
    readonly clock: Clock;
    readonly control: Control<Scorecard>;
    readonly app: { readonly fetch: (request: Request) => Response | Promise<Response> };
  };

export const handleOf = ({
  told: { seed },
  choices,
  controlToken,
  main: { apiKey, webhookSecret },
  origin,
  caPem,
  world,
  clock,
  control,
  app,
  close,
}: Running): Mock => ({
  url: origin + basePath,
  apiKey,
  webhookSecret,
  controlUrl: `${origin}/__understudy`,
  controlToken,
  seed,
  choices,
  get accounts() {
    return shownByName(world.opening.accounts);
  },
  get scenario() {
    const { story } = world.opening;
    return story && { name: story.name, title: story.title };
  },
  ...(caPem !== undefined && { caPem }),
  clock: {
    now: () => new Date(clock.now()),
    advance: async (to) => orThrow(await control.advance(to)),
  },
  control,
  fetch: async (input, init) => orNetworkError(await app.fetch(requestOf(input, init))),
  close,
});

/** A connection that is dropped by a fault, where there is none: what `fetch` does then. */
const orNetworkError = (response: Response): Response => {
  if (response.type === 'error') throw new TypeError('fetch failed: the connection was dropped by an injected fault');
  return response;
};

const orThrow = <T extends object>(outcome: T | Refused): T => {
  if (isRefused(outcome)) throw new Error(outcome.refusal.message);
  return outcome;
};
