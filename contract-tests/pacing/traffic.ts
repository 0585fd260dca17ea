/** All requests to the target, whichever part of the judge sends them: counted, no more than the profile promises, and no faster than the target grants. */
import type { Profile } from '../check.ts';
import { Pace } from './pace.ts';
import type { Target } from '../target.ts';
import { type Time, realTime } from '../time.ts';
import { Stopped } from '../verdict.ts';
import type { Wire } from '../wire/send.ts';

export type Rated = Partial<Pick<Target, 'control' | 'requestsPerMinute'>>;

/** A server that is wrong has the judge look again and again: so many it gets, and no more. */
const requestsMost: { readonly [profile in Profile]?: number } = { smoke: 60 };

export class Traffic {
  readonly pace: Pace;
  readonly #profile: Profile | undefined;
  #requests = 0;

  /** @param profile undefined where any number may be sent */
  constructor({ control, requestsPerMinute = 'off' }: Rated, time: Time = realTime, profile?: Profile) {
    // A mock of ours is told not to count them.
    this.pace = new Pace(control === undefined ? requestsPerMinute : 'off', time);
    this.#profile = profile;
  }

  /** How many have been sent, upgrades of sockets among them. */
  get requests(): number {
    return this.#requests;
  }

  /** One is sent now. Throws Stopped where it would be one too many. */
  count(): void {
    const why = this.usedUp;
    if (why !== undefined) throw new Stopped(why);
    this.#requests++;
  }

  /** Why no more may be sent; undefined where they may. */
  get usedUp(): string | undefined {
    const most = this.#profile && requestsMost[this.#profile];
    return most === undefined || this.#requests < most
      ? undefined
      : `the ${most} requests of the profile ${this.#profile ?? ''} are sent`;
  }

  /** The same wire; what goes out on it is counted. */
  counting(wire: Wire): Wire {
    return {
      ...wire,
      send: async (request, limits) => {
        this.count();
        return wire.send(request, limits);
      },
    };
  }
}
