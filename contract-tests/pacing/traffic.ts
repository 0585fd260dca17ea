/** All requests to the target, whichever part of the judge sends them: counted, and no faster than the target grants. */
import { Pace } from './pace.ts';
import type { Target } from '../target.ts';
import { type Time, realTime } from '../time.ts';
import type { Wire } from '../wire/send.ts';

export type Rated = Partial<Pick<Target, 'control' | 'requestsPerMinute'>>;

export class Traffic {
  readonly pace: Pace;
  #requests = 0;

  constructor({ control, requestsPerMinute = 'off' }: Rated, time: Time = realTime) {
    // A mock of ours is told not to count them.
    this.pace = new Pace(control === undefined ? requestsPerMinute : 'off', time);
  }

  /** How many have been sent, upgrades of sockets among them. */
  get requests(): number {
    return this.#requests;
  }

  /** One is sent now. */
  count(): void {
    this.#requests++;
  }

  /** The same wire; what goes out on it is counted. */
  counting(wire: Wire): Wire {
    return {
      ...wire,
      send: (request, limits) => {
        this.count();
        return wire.send(request, limits);
      },
    };
  }
}
