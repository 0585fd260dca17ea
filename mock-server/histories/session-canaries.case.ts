/** Mocks that are wrong about sessions and their streams, each in one way. */
import type { GapChoices } from '../../spec/gaps.ts';
import { decide } from '../domain/decide.ts';
import type { AccountEvent } from '../domain/events.ts';
import { post } from '../domain/ledger.ts';
import type { World } from '../domain/world.ts';
import type { Decide } from '../engine/engine.ts';
import { changing } from '../engine/simulation/canary.case.ts';
import type { Line } from '../sockets/frame.ts';
import { type Canary, answering, beginningWith, beside, deciding, framing, telling } from './canary.case.ts';

/** Of two sessions of this kind only one can be paid. */
const session = { do: 'session', who: 0, tier: 'voice', minutes: 3 } as const;
const tight = beginningWith([
  session,
  session,
  { do: 'connect', who: 0, pick: 0 },
  { do: 'connect', who: 0, pick: 1 },
]).map((program) => ({ ...program, openingCents: 30 }));

export const sessionCanaries: readonly Canary[] = [
  {
    does: 'debits a session when it is created',
    wrong: beside(({ ledger }, _, command) => {
      if (command.type !== 'create-session') return;
      post(ledger, { kind: 'hold', micros: 10_000 });
      post(ledger, { kind: 'charge', micros: 10_000 });
    }),
    breaks: /S1/,
  },
  {
    does: 'bills a session that never connected',
    wrong: deciding(() => (account, world, command, moment) => {
      if (command.type !== 'expire-session') return decide(account, world, command, moment);
      const { sessionId } = command;
      const { now: at } = moment;
      const money = { streamedMs: 0, chargedMicros: 10_000, settleAt: at, heldMicros: 0 };
      return {
        events: [
          { type: 'session.ended', at, sessionId, ...money, by: 'hard-stop', reason: 'no_stream' },
          { type: 'session.settled', at, sessionId, chargedMicros: 10_000 },
        ],
        reply: {},
      };
    }),
    breaks: /S2: .* costs something/,
  },
  {
    does: 'logs no session that never connected',
    wrong: logging((records) => records.filter((record) => !/no_stream/.test(JSON.stringify(record)))),
    breaks: /S2: .* records say so/,
  },
  {
    does: 'logs nothing of streams',
    wrong: logging((records) =>
      records.filter(
        (record) => !/live.swap|voice.changer/.test(JSON.stringify(record)) || /no_stream/.test(JSON.stringify(record)),
      ),
    ),
    breaks: /S3: \d+ streams/,
  },
  {
    does: 'funds more minutes than were asked for',
    wrong: telling(/POST .*\/session/, (session) => ({
      ...session,
      max_duration_sec: Number(session['max_duration_sec']) + 60,
    })),
    breaks: /S3: .* are funded/,
  },
  {
    does: 'charges more than max_cost_usd',
    wrong: deciding(() =>
      changing('session.settled', (event) => ({ ...event, chargedMicros: event.chargedMicros + 50_000_000 })),
    ),
    breaks: /S3: .* is above/,
  },
  {
    does: 'bills the whole funded block',
    wrong: deciding(() =>
      changing('session.ended', (event) =>
        event.heldMicros === 0 ? event : { ...event, chargedMicros: event.heldMicros },
      ),
    ),
    breaks: /S3\/S4/,
  },
  {
    does: 'forgets a second of every stream',
    wrong: deciding(
      () => (account, world, command, moment) =>
        decide(
          account,
          world,
          command.type === 'close-session' ? { ...command, livedUntil: command.livedUntil - 1_000 } : command,
          moment,
        ),
    ),
    breaks: /S3\/S4/,
  },
  {
    does: 'goes on counting after a stream was closed',
    wrong: () => {
      let asked = 0;
      return logging((records) =>
        records.map((record) => ({
          ...record,
          ...(/live.swap|voice.changer/.test(JSON.stringify(record)) && { charged_usd: asked++ }),
        })),
      )();
    },
    breaks: /S4: the record/,
    where: beginningWith([
      session,
      { do: 'connect', who: 0, pick: 0 },
      { do: 'advance', seconds: 7 },
      { do: 'hang up', who: 0, pick: 0, how: 'close' },
      { do: 'books', who: 0 },
    ]),
  },
  {
    does: 'lets a session that is over stream again',
    wrong: deciding(() => (account, world, command, moment) => {
      const session = command.type === 'connect-session' ? account.sessions.get(command.sessionId) : undefined;
      if (session?.state.status !== 'ended') return decide(account, world, command, moment);
      const event: AccountEvent = { type: 'session.connected', at: moment.now, sessionId: session.id, connection: 2 };
      return { events: [event], reply: { connection: 2 } };
    }),
    breaks: /S4: .* streams again/,
  },
  {
    does: 'lets a second socket in where it has to be turned away',
    wrong: deciding(() => choosing('socket-second', 'replaces')),
    breaks: /S5: .* second socket/,
  },
  {
    does: 'leaves a socket open that another one has replaced',
    wrong: framing((line) => over(line, { close: () => undefined })),
    breaks: /S5: .* has 2 sockets/,
  },
  {
    does: 'sets nothing aside where it has to',
    wrong: deciding(() =>
      changing('session.connected', ({ type, at, sessionId, connection }) => ({ type, at, sessionId, connection })),
    ),
    breaks: /S6/,
    where: tight,
  },
  {
    does: 'gives a tier that is off',
    wrong: deciding(
      () => (account, world, command, moment) =>
        decide(
          account,
          { ...world, capacity: { ...world.capacity, tiers: { pro: true, standard: true } } },
          command,
          moment,
        ),
    ),
    breaks: /S7: a session/,
    where: beginningWith([
      { do: 'capacity', change: { tiers: { pro: false } } },
      { do: 'session', who: 0, tier: 'pro', minutes: 1 },
    ]),
  },
  {
    does: 'bills another tier than was asked for',
    wrong: deciding(() =>
      changing('session.created', (event) => ({
        ...event,
        session: {
          ...event.session,
          ...(event.session.feature === 'full_live_swap_standard' && { feature: 'full_live_swap' }),
        },
      })),
    ),
    breaks: /S7/,
  },
  ...Object.entries({
    'changes a byte of what passes through': (data: Buffer) => [Buffer.from(data.map((byte) => byte ^ 1))],
    'sends what passes through twice': (data: Buffer) => [data, data],
    'keeps back what passes through': () => [],
  }).map(([does, change]): Canary => ({
    does,
    wrong: framing((line) =>
      over(line, {
        send: (data, isBinary) => {
          for (const one of typeof data === 'string' ? [data] : change(data)) line.send(one, isBinary);
        },
      }),
    ),
    breaks: /S8/,
  })),
];

/** Shows other records in `GET /usage`. */
function logging(change: (records: readonly object[]) => readonly object[]): Canary['wrong'] {
  return answering(/GET \/usage(?:\?|$)/, (seen) =>
    Array.isArray(seen.body) ? { ...seen, body: change(seen.body as object[]) } : seen,
  );
}

/** A line of which some ways are other ones. */
const over = (line: Line, other: Partial<Line>): Line => ({
  send: (...told) => line.send(...told),
  close: (...told) => line.close(...told),
  reset: () => line.reset(),
  silence: () => line.silence(),
  wait: (on) => line.wait(on),
  ended: () => line.ended(),
  ...other,
});

/** A mock that reads one choice otherwise than it was told. */
const choosing =
  <Id extends keyof GapChoices>(id: Id, choice: GapChoices[Id]): Decide =>
  (account, world, command, moment) =>
    decide(account, otherWorld(world, id, choice), command, moment);

const otherWorld = <Id extends keyof GapChoices>(world: World, id: Id, choice: GapChoices[Id]): World => ({
  ...world,
  settings: { ...world.settings, choices: { ...world.settings.choices, [id]: choice } },
});
