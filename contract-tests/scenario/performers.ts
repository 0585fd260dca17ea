/** How each verb is done. */
import type { OneStep } from '../../scenarios/steps.ts';
import { type Verb, verbOf } from '../../scenarios/verbs.ts';
import { control } from './performers/control.ts';
import { requests } from './performers/requests.ts';
import { sockets } from './performers/sockets.ts';
import { time } from './performers/time.ts';
import type { Perform, Performed, Player } from './player.ts';

type OneVerb = Exclude<Verb, 'together'>;

const performers: { readonly [verb in OneVerb]: Perform } = { ...requests, ...sockets, ...time, ...control };

export const perform = (player: Player, step: OneStep): Promise<Performed> =>
  performers[verbOf(step) as OneVerb](player, step);
