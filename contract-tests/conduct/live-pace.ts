/**
 * The pace of sound that comes live. Bare samples do not say at what rate they were taken; but whoever passes on a microphone sends each
 * second as many samples as it took. That is concluded only from messages that come evenly for long: a client that sends a file, in
 * bursts, or with pauses shows nothing of its rate.
 */
import { type SocketMessage, journalSocketMessagesLast } from '../../spec/schemas/journal.ts';
import type { Connection } from './seen-sessions.ts';

export type LivePace = {
  /** As if it had one channel of 16 bits. */
  readonly framesPerSecond: number;
  readonly seconds: number;
};

/** Undefined where it cannot be told. @param speed how many times as fast as real time the mock's clock runs */
export const livePaceOf = (connection: Connection, speed: number): LivePace | undefined => {
  const { connected, end, messages } = connection;
  // A fault may have held back what was sent.
  if (connected.faults.length > 0 || (end?.faults.length ?? 0) > 0) return undefined;
  const sent = messages.filter(({ from }) => from === 'client');
  const [first, last] = [sent[0], sent.at(-1)];
  if (end === undefined || first === undefined || last === undefined) return undefined;
  if (sent.some(({ type }) => type === 'text')) return undefined;
  const seconds = msBetween(first, last) / speed / 1_000;
  if (seconds < secondsMin) return undefined;
  // What the last message holds plays after it has come.
  const framesPerSecond = framesIn(end.received.bytes - last.bytes) / seconds;
  const isEven = runsOf(connection).every((run) => {
    const usual = usualPaceOf(run, speed);
    return usual !== undefined && isNear(usual, framesPerSecond, unevenMax);
  });
  return isEven ? { framesPerSecond, seconds } : undefined;
};

/** Rates at which sound is commonly taken, with one channel and with two, at which it would come at such a pace: in words. */
export const commonRatesNear = (framesPerSecond: number): readonly string[] =>
  [1, 2].flatMap((channels) =>
    commonRates
      .filter((rate) => isNear(framesPerSecond, rate * channels, nearMax))
      .map((rate) => `${rate.toLocaleString('en')} Hz${channels === 1 ? '' : ' in two channels'}`),
  );

/** Whether sound of that rate would come at such a pace. */
export const isPaceOf = (framesPerSecond: number, rate: number): boolean => isNear(framesPerSecond, rate, nearMax);

/** Whether no clock of a sound card is so wrong. */
export const isFarFrom = (framesPerSecond: number, rate: number): boolean => !isNear(framesPerSecond, rate, farMin);

const commonRates = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

const secondsMin = 5;
const nearMax = 0.03;
const farMin = 0.15;
/** How far the messages that are known one by one may be from the whole. */
const unevenMax = 0.1;
/** Fewer show no pace. */
const messagesMin = 5;

const isNear = (one: number, other: number, share: number): boolean => Math.abs(one - other) <= share * other;

/** What was sent without a message that is not known: of a long stream its beginning and its end. */
const runsOf = ({ end, messages }: Connection): readonly (readonly SocketMessage[])[] => {
  const runs =
    (end?.messages_left_out ?? 0) === 0
      ? [messages]
      : [messages.slice(0, -journalSocketMessagesLast), messages.slice(-journalSocketMessagesLast)];
  return runs.map((run) => run.filter(({ from }) => from === 'client'));
};

/** By the pauses that are neither among the shortest nor among the longest: a pause of the speaker does not count, and in bursts most are none. */
const usualPaceOf = (run: readonly SocketMessage[], speed: number): number | undefined => {
  if (run.length < messagesMin) return undefined;
  const pauses = run
    .flatMap((message, at) => (at === 0 ? [] : [msBetween(run[at - 1] ?? message, message) / speed]))
    .toSorted((a, b) => a - b);
  const cut = Math.floor(pauses.length / 10);
  const usual = meanOf(pauses.slice(cut, pauses.length - cut));
  return usual === 0 ? undefined : (framesIn(meanOf(run.map(({ bytes }) => bytes))) / usual) * 1_000;
};

const framesIn = (bytes: number): number => bytes / 2;

const msBetween = (one: SocketMessage, other: SocketMessage): number => Date.parse(other.at) - Date.parse(one.at);

const meanOf = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
