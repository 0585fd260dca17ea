/** Deliveries that are refused to the end of the ladder, and what is left of their jobs then. */
import type { Actor } from '../actor.ts';
import { textIn } from '../reading/members.ts';
import { isBrief } from '../sample.ts';
import type { Exchange } from '../wire/exchange.ts';
import { answersUnderWay } from './answers.ts';
import { type Tried, firstAttemptsSeconds, haveCome, ladderSeconds, tried, watch, watchLadder } from './tried.ts';

export type Climb = {
  /** Each was refused at every attempt. */
  readonly refused: readonly Tried[];
  /** This one was taken at once. */
  readonly taken: Tried;
  /** How many had come to each of the refused when the longest ladder was over. */
  readonly onTheLadder: readonly number[];
  /** Half an hour later: looks at the jobs, and what their links led to then. */
  readonly after: readonly Afterwards[];
  readonly takenAfter: Afterwards;
};

export type Afterwards = { readonly look: Exchange; readonly download: Exchange | undefined };

/** Three webhooks that are refused until they are given up, and one that is taken. */
export const climbed = (actor: Actor): Promise<Climb> => actor.run.once(climb);

async function climb(actor: Actor): Promise<Climb> {
  const [first, ...refused] = await tried(actor, [
    { says: 'taken', replies: [200] },
    { says: 'answered with 500', replies: [500] },
    { says: 'answered with 404', replies: [404] },
    { says: 'answered with 503, 400, 302, 401, 403 and 502', replies: [503, 400, 302, 401, 403, 502] },
  ]);
  const taken = actor.wanted(first, 'a job');
  // Where an hour is an hour, it serves for both.
  if (actor.target.control === undefined) await answersUnderWay(actor);
  await watch(actor, haveCome([taken, ...refused]), firstAttemptsSeconds(actor));
  const isRunaway = haveCome(refused, runaway);
  await watchLadder(actor, isRunaway, ladderSeconds);
  const onTheLadder = refused.map(({ box }) => box.deliveries.length);
  await watchLadder(actor, isRunaway, silenceSeconds);
  const after: Afterwards[] = [];
  for (const one of refused) after.push(await afterwards(actor, one));
  const takenAfter = await afterwards(actor, taken);
  if (actor.target.control !== undefined && !isBrief(actor.run)) await watch(actor, isRunaway, hoursSeconds);
  return { refused, taken, onTheLadder, after, takenAfter };
}

/** By then a seventh attempt of a ladder that goes on growing would have come. */
const silenceSeconds = 30 * 60;
/** And by then one that comes by the hour; looked for where it costs nothing. */
const hoursSeconds = 3 * 3_600;

/** More attempts than need to be seen. */
const runaway = 20;

async function afterwards(actor: Actor, { account, acknowledgement }: Tried): Promise<Afterwards> {
  const look = await actor.look(account, acknowledgement);
  const url = textIn(look, 'output_url') ?? '';
  return { look, download: /^https?:/.test(url) && URL.canParse(url) ? await actor.get(url) : undefined };
}
