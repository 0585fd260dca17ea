/** A session call of a history, and what may be said of it at once: it takes no money, and nobody gets another tier. */
import type { SocketEntry } from '../../spec/schemas/journal.ts';
import { at } from '../choices/client.case.ts';
import { expectFact } from './fact.case.ts';
import type { Step } from './program.case.ts';
import { type Person, type Stage, textIn } from './stage.case.ts';
import { historyStream } from './stream.case.ts';

export const playSession = async (stage: Stage, step: Extract<Step, { do: 'session' }>): Promise<void> => {
  const person = stage.people[step.who];
  const { tier, minutes, profile, fault, word } = step;
  if (word !== undefined) stage.asked.add(word.slice('magic_'.length).replaceAll('_', '-'));
  const before = await balanceOf(stage, person);
  const { tiers } = stage.mock.control.capacity();
  const made =
    tier === 'voice'
      ? await stage.call(person, 'POST', '/voice/session', {
          body: {
            duration_minutes: minutes,
            ...((word ?? profile) !== undefined && { voice_profile_id: word ?? profile }),
          },
          fault,
        })
      : await stage.call(person, 'POST', '/full-live-swap/session', {
          body: { duration_minutes: minutes, tier, ...(word !== undefined && { prompt: `As before, ${word}` }) },
          fault,
        });
  const after = await balanceOf(stage, person);
  if (before !== undefined && after !== undefined)
    expectFact('S1', before === after, `a session call took the balance from ${before} to ${after}`);
  const token = textIn(made, 'session_token');
  if (token === '') {
    if (made.seen === undefined || made.seen.status < 300) stage.unknownSessions++;
    return;
  }
  expectFact('S7', tier === 'voice' || tiers[tier], `a session of the tier ${tier}, which is off`);
  const funded = Number(at(made.seen?.body, 'max_duration_sec'));
  expectFact('S3', funded === 60 * minutes, `${minutes} minutes were asked for, and ${funded} seconds are funded`);
  const sessionId = textIn(made, 'session_id');
  const entries = (): SocketEntry[] =>
    stage.journal().flatMap((entry) => (entry.kind === 'socket' && entry.session_id === sessionId ? [entry] : []));
  const stream = historyStream(
    {
      sessionId,
      tier,
      // A word that stands for a fault is no voice.
      profile: word === undefined ? profile : undefined,
      maxDurationSeconds: funded,
      maxCostMicros: Math.round(Number(at(made.seen?.body, 'max_cost_usd')) * 1e6),
      address: `${textIn(made, 'stream_url')}?session_token=${token}`,
    },
    stage.now,
    entries,
  );
  person.streams.push(stream);
};

/** What those that stream may still cost is there (gap `session-funds`). */
export const expectHolds = async (stage: Stage, person: Person): Promise<void> => {
  const { choices } = stage.mock;
  if (choices['session-funds'] !== 'create-and-connect' || choices['balance-holds'] !== 'not-shown') return;
  const held = person.streams
    .filter(({ isOpen, mayBeSilent }) => isOpen && !mayBeSilent)
    .reduce((sum, { maxCostMicros }) => sum + maxCostMicros, 0);
  const balance = held === 0 ? undefined : await balanceOf(stage, person);
  if (balance === undefined) return;
  expectFact('S6', held <= balance, `streams may cost ${held} micro-USD, and the balance is ${balance}`);
};

/** In micro-USD; undefined where a fault or a limit stands in the way. */
const balanceOf = async (stage: Stage, person: Person): Promise<number | undefined> => {
  const { seen } = await stage.call(person, 'GET', '/balance');
  const shown = seen !== undefined && seen.status < 300 ? at(seen.body, 'balance_usd') : undefined;
  return typeof shown === 'number' ? Math.round(shown * 1e6) : undefined;
};
