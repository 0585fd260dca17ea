/** S2, S3, S4, S7 and S8 at the end: what streams cost and gave back, by what was connected and sent. */
import { rateCard } from '../../fixtures/rate-card.ts';
import { tierFeature } from '../../spec/vocabulary.ts';
import { at } from '../choices/client.case.ts';
import { type Ending, type Money, microsAt } from './end.case.ts';
import { expectFact } from './fact.case.ts';
import type { Person, Stage } from './stage.case.ts';
import type { HistoryStream } from './stream.case.ts';

export const expectSessions = (stage: Stage, { money }: Ending): void => {
  for (const person of stage.people) {
    const { usage } = money[person.who];
    expectFrozen(stage, person);
    expectUnconnected(stage, person, usage);
    expectCosts(stage, person, usage);
    for (const stream of person.streams) if (stream.tier === 'voice') expectPassThrough(stage, stream);
  }
};

const expectUnconnected = (stage: Stage, { streams }: Person, usage: Money['usage']): void => {
  const unused = usage.filter((record) => at(record, 'reason') === 'no_stream');
  expectFact(
    'S2',
    unused.every((record) => microsAt(record, 'charged_usd') === 0),
    'a session that never connected costs something',
  );
  const isRecorded = stage.mock.choices['no-stream-time'] !== 'never';
  const known = isRecorded ? streams.filter(({ connectedAt }) => connectedAt === undefined).length : 0;
  expectFact(
    'S2',
    unused.length >= known && unused.length <= known + stage.unknownSessions,
    `${known} sessions never connected, and ${unused.length} records say so`,
  );
};

/** A record for each that was connected, of its tier, and for what it costs: rate by time, until it was closed and not beyond. */
const expectCosts = ({ mock: { choices } }: Stage, { streams }: Person, usage: Money['usage']): void => {
  const streamed = usage.filter((record) => isSession(record) && at(record, 'reason') !== 'no_stream');
  const connected = streams.filter(({ connectedAt }) => connectedAt !== undefined);
  expectFact('S3', streamed.length === connected.length, `${connected.length} streams, ${streamed.length} records`);
  // Where nothing is set aside, a stream may end with the money.
  const isHeld = choices['session-funds'] === 'create-and-connect';
  const slack = choices['usd-rounding'] === 'cent' ? 5_001 : 1;
  for (const stream of connected) {
    const record = streamed.find((one) => isAbout(String(at(one, 'id')), stream.sessionId));
    const charged = microsAt(record, 'charged_usd');
    const shown = `${stream.sessionId} of ${stream.tier}, from ${stream.connectedAt} to ${stream.endedAt}`;
    expectFact('S3', charged <= stream.maxCostMicros, `${shown}: ${charged} is above ${stream.maxCostMicros}`);
    expectFact('S7', isOfTier(String(at(record, 'feature')), stream.tier), `${shown}: ${JSON.stringify(record)}`);
    if (stream.endedAt === undefined || stream.mayBeSilent) continue;
    const expected = costOf(stream, choices['session-rounding']);
    const fits = isHeld ? Math.abs(charged - expected) <= slack : charged <= expected + slack;
    expectFact('S3/S4', fits, `${shown}: ${charged} was charged, and it costs ${expected}`);
  }
};

/** A stream that was settled once costs the same in every answer that follows. */
const expectFrozen = ({ calls }: Stage, { who }: Person): void => {
  const known = new Map<string, string>();
  for (const { who: asker, path, seen } of calls) {
    if (asker !== who || !/^\/usage(?:\?|$)/.test(path) || !Array.isArray(seen?.body)) continue;
    for (const record of seen.body.filter(isSession)) {
      const [id, shown] = [String(at(record, 'id')), JSON.stringify(record)];
      const before = known.get(id) ?? shown;
      expectFact('S4', before === shown, `the record of a stream was ${before}, and is ${shown}`);
      known.set(id, shown);
    }
  }
};

/** In any form of the gaps `usage-id` and `id-form`. */
const isAbout = (recordId: string, sessionId: string): boolean =>
  [sessionId, `use_${sessionId}`, `${sessionId.slice(0, 14)}8${sessionId.slice(15)}`].includes(recordId);

const isSession = (record: unknown): boolean =>
  /full_live_swap|voice_changer|live-swap|voice-changer/.test(String(at(record, 'feature')));

const isOfTier = (feature: string, tier: HistoryStream['tier']): boolean => {
  if (tier === 'voice') return feature.startsWith('voice');
  return feature.includes('standard') === (tier === 'standard') && feature.startsWith('full_live_swap');
};

const costOf = (
  { tier, connectedAt = 0, endedAt = 0, maxDurationSeconds, maxCostMicros }: HistoryStream,
  rounding: 'up' | 'down' | 'exact',
): number => {
  const { usd } = rateCard[tier === 'voice' ? 'voice_changer' : tierFeature[tier]];
  const seconds = Math.min((endedAt - connectedAt) / 1000, maxDurationSeconds);
  const billed = { up: Math.ceil(seconds), down: Math.floor(seconds), exact: seconds }[rounding];
  return Math.min(Math.round(billed * usd * 1e6), maxCostMicros);
};

/** Without a profile, and without a fault of the socket, the bytes that come back are those that were sent. */
const expectPassThrough = (stage: Stage, stream: HistoryStream): void => {
  const entries = stage.journal().filter((entry) => entry.kind === 'socket' && entry.session_id === stream.sessionId);
  if (stream.profile !== undefined || entries.some(({ faults }) => faults.length > 0)) return;
  // Half a sample stays with its connection: another one that takes over begins anew.
  if (entries.some((entry) => entry.kind === 'socket' && (entry.connection ?? 0) > 1)) return;
  const [sent, received] = [Buffer.concat(stream.sent), Buffer.concat(stream.received)];
  const whole = sent.subarray(0, sent.length - (sent.length % 2));
  // It may also be a reason to close, and then what follows is not taken.
  const expected = stage.mock.choices['odd-bytes'] === 'closed' ? whole.subarray(0, received.length) : whole;
  expectFact(
    'S8',
    received.equals(expected),
    `${sent.length} bytes went in, and ${received.length} came out: ${received.toString('hex')} for ${whole.toString('hex')}`,
  );
};
