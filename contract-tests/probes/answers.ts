/** Deliveries that are answered with every kind of status. */
import type { Actor } from '../actor.ts';
import type { Reply } from '../receiver.ts';
import type { Run } from '../run.ts';
import { someOf } from '../sample.ts';
import {
  type Tried,
  firstAttemptsSeconds,
  firstWaitSeconds,
  haveCome,
  ladderSeconds,
  never,
  tried,
  watch,
  watchLadder,
} from './tried.ts';

/** What the attempts of one webhook are answered with: some that do not settle it, and one that does. */
export type Answering = { readonly refusals: readonly Reply[]; readonly success: number };

const redirect = (
  status: number,
): { readonly status: number; readonly headers: { readonly [name: string]: string } } => ({
  status,
  headers: { location: '/elsewhere' },
});

/** Between them every kind of refusal and of success; no hints for the schedule (gap `receiver-hints`). */
const kinds: readonly Answering[] = [
  { refusals: [], success: 201 },
  { refusals: [], success: 202 },
  { refusals: [], success: 204 },
  { refusals: [], success: 299 },
  { refusals: [redirect(301)], success: 200 },
  { refusals: [redirect(302)], success: 203 },
  { refusals: [304], success: 205 },
  { refusals: [redirect(307)], success: 206 },
  { refusals: [redirect(308)], success: 226 },
  { refusals: [400], success: 207 },
  { refusals: [401], success: 208 },
  { refusals: [403], success: 250 },
  { refusals: [404], success: 204 },
  { refusals: [409], success: 201 },
  { refusals: [422], success: 202 },
  { refusals: [500], success: 299 },
  { refusals: [501], success: 200 },
  { refusals: [503], success: 200 },
  { refusals: [300], success: 200 },
  { refusals: [418], success: 200 },
];

/** Where each costs money: one of each kind. */
const fewKinds: readonly Answering[] = kinds.filter(({ refusals, success }) =>
  refusals.length === 0 ? success === 204 || success === 299 : [302, 400, 404, 503].includes(statusIn(refusals)),
);

export function statusIn([first]: Answering['refusals']): number {
  return typeof first === 'object' ? first.status : typeof first === 'number' ? first : 0;
}

export const kindsFor = (run: Pick<Run, 'target' | 'effort' | 'seed'>): readonly Answering[] =>
  run.target.control === undefined ? fewKinds : someOf(run, kinds, 10, 'answers');

type UnderWay = { readonly all: readonly Tried[]; readonly since: number };

/** One webhook for each kind of answer; while they are under way, others may be waited for. */
export const answersUnderWay = (actor: Actor): Promise<UnderWay> =>
  actor.run.once((one) => begin(one, kindsFor(one.run)), 'answers under way');

const begin = async (actor: Actor, some: readonly Answering[]): Promise<UnderWay> => {
  const all = await tried(
    actor,
    some.map(({ refusals, success }) => ({
      says: [...refusals.map((reply) => (typeof reply === 'object' ? reply.status : reply)), success].join(', then '),
      replies: [...refusals, success],
    })),
  );
  return { all, since: await actor.run.lookAtClock() };
};

/** The same, watched until nothing more can come. */
export const answered = (actor: Actor): Promise<readonly Tried[]> =>
  actor.run.once(async (one) => end(one, kindsFor(one.run), await answersUnderWay(one)), 'answered');

/** Some of them, another time. */
export const answeredOnceMore = (actor: Actor, some: readonly Answering[]): Promise<readonly Tried[]> =>
  actor.run.once(async (one) => end(one, some, await begin(one, some)), 'answered once more');

const end = async (actor: Actor, some: readonly Answering[], { all, since }: UnderWay): Promise<readonly Tried[]> => {
  await watch(actor, haveCome(all), firstAttemptsSeconds(actor));
  const isSettled = (): boolean => all.every(({ box }, at) => box.deliveries.length > (some[at]?.refusals.length ?? 0));
  await watchLadder(actor, isSettled, firstWaitSeconds);
  const passedSeconds = ((actor.run.now - since) / 1_000) * actor.target.timeScale;
  await watchLadder(actor, never, Math.max(60, firstWaitSeconds + ladderSeconds - passedSeconds));
  return all;
};
