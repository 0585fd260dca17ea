/** Mocks that are wrong about streams, each in one way. */
import { decide } from '../../domain/decide.ts';
import { post } from '../../domain/ledger.ts';
import { isRefused } from '../../domain/refusal.ts';
import type { World } from '../../domain/world.ts';
import type { GapChoices } from '../../../spec/gaps.ts';
import { type Canary, changing, withEvents } from './canary.case.ts';

export const streamCanaries: readonly Canary[] = [
  {
    does: 'debits a session when it is created',
    afterEvolve: ({ ledger }, event) => {
      if (event.type === 'session.created') post(ledger, { kind: 'hold', micros: event.session.maxCostMicros });
    },
    breaks: /S1/,
  },
  {
    does: 'connects a session that is only created',
    decide: () => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      const [event] = isRefused(decision) ? [] : decision.events;
      if (event?.type !== 'session.created') return decision;
      const { id: sessionId } = event.session;
      return withEvents(decision, [event, { type: 'session.connected', at: event.at, sessionId, connection: 1 }]);
    },
    breaks: /S6|L3/,
  },
  {
    does: 'bills a session that never connected',
    decide:
      () =>
      (account, world, command, { now: at, ...rest }) => {
        if (command.type !== 'expire-session') return decide(account, world, command, { now: at, ...rest });
        const { sessionId } = command;
        const ended = { by: 'hard-stop', streamedMs: 0, chargedMicros: 0, reason: null, settleAt: at, heldMicros: 0 };
        return {
          events: [
            { type: 'session.ended', at, sessionId, ...ended, by: 'hard-stop' },
            { type: 'session.settled', at, sessionId, chargedMicros: 0 },
          ],
          reply: {},
        };
      },
    breaks: /S2/,
  },
  {
    does: 'lets a token live a millisecond too long',
    decide: () =>
      changing('session.created', (event) => ({
        ...event,
        session: { ...event.session, tokenExpiresAt: event.session.tokenExpiresAt + 1 },
      })),
    breaks: /S2/,
  },
  {
    does: 'rounds a stream the other way',
    decide: () => choosing('session-rounding', ({ 'session-rounding': choice }) => (choice === 'up' ? 'down' : 'up')),
    breaks: /S3/,
  },
  {
    does: 'bills until the end of a stream was noticed',
    decide: () => (account, world, command, moment) =>
      decide(
        account,
        world,
        command.type === 'close-session' ? { ...command, livedUntil: moment.now } : command,
        moment,
      ),
    breaks: /S3/,
  },
  {
    does: 'bills the whole funded block',
    decide: () =>
      changing('session.ended', (event) =>
        event.heldMicros === 0 ? event : { ...event, chargedMicros: event.heldMicros },
      ),
    breaks: /S3/,
  },
  {
    does: 'says nothing of the limit that a stream has reached',
    decide: () => changing('session.ended', (event) => ({ ...event, reason: null })),
    breaks: /S3/,
  },
  {
    does: 'settles for a micro-USD less than a stream has cost',
    decide: () =>
      changing('session.settled', (event) => ({ ...event, chargedMicros: Math.max(0, event.chargedMicros - 1) })),
    breaks: /S4/,
  },
  {
    does: 'lets a session that is over stream again',
    decide: () => (account, world, command, moment) => {
      const session = command.type === 'connect-session' ? account.sessions.get(command.sessionId) : undefined;
      return session?.state.status === 'ended'
        ? {
            events: [{ type: 'session.connected', at: moment.now, sessionId: session.id, connection: 2 }],
            reply: { connection: 2 },
          }
        : decide(account, world, command, moment);
    },
    breaks: /S4/,
  },
  {
    does: 'lets a second socket in where it has to be turned away',
    decide: () => choosing('socket-second', () => 'replaces'),
    breaks: /S5/,
  },
  {
    does: 'lets a socket end a stream that another one has taken over',
    decide: () => (account, world, command, moment) => {
      const state = command.type === 'close-session' ? account.sessions.get(command.sessionId)?.state : undefined;
      const taken = command.type === 'close-session' && state?.status === 'streaming';
      return decide(account, world, taken ? { ...command, connection: state.connection } : command, moment);
    },
    breaks: /S5/,
  },
  {
    does: 'sets nothing aside where it has to',
    decide: () =>
      changing('session.connected', ({ type, at, sessionId, connection }) => ({ type, at, sessionId, connection })),
    breaks: /S6/,
  },
  {
    does: 'sets the money aside again for a socket that takes over',
    decide: () =>
      changing('session.connected', (event) => (event.connection === 1 ? event : { ...event, heldMicros: 1 })),
    breaks: /S6/,
  },
  {
    does: 'forgets what streams without a hold have cost so far',
    decide: () => (account, world, command, moment) =>
      decide({ ...account, unheld: new Set() }, world, command, moment),
    breaks: /answer|L2/,
    where: 'tight',
  },
  {
    does: 'lets streams that end together each take all that is left',
    decide: () => (account, world, command, moment) => {
      const decision = decide(account, world, command, moment);
      if (isRefused(decision) || command.type !== 'revoke-key') return decision;
      const alone = decision.events.flatMap((event) => {
        if (event.type !== 'session.ended') return [];
        const keyId = `key of ${event.sessionId}`;
        const session = account.sessions.get(event.sessionId);
        if (session === undefined) return [];
        const sessions = new Map([[session.id, { ...session, keyId }]]);
        const keys = new Map([[keyId, { keyId, digest: keyId }]]);
        const only = decide({ ...account, sessions, keys }, world, { ...command, keyId }, moment);
        return isRefused(only) ? [] : only.events.slice(1);
      });
      return withEvents(decision, [...decision.events.slice(0, 1), ...alone]);
    },
    breaks: /S3|S6|L2/,
    where: 'tight',
  },
  {
    does: 'lets a stream run on when its money is used up',
    decide: () => changing('session.ended', (event) => (event.by === 'funds' ? { ...event, at: event.at + 1 } : event)),
    breaks: /due/,
    where: 'tight',
  },
  {
    does: 'stops a stream a millisecond late',
    decide: () =>
      changing('session.ended', (event) => (event.by === 'hard-stop' ? { ...event, at: event.at + 1 } : event)),
    breaks: /due/,
  },
  {
    does: 'settles a millisecond late',
    decide: () =>
      changing('session.ended', (event) =>
        event.settleAt > event.at ? { ...event, settleAt: event.settleAt + 1 } : event,
      ),
    breaks: /due/,
  },
  {
    does: 'ends the streams of a revoked key where they go on',
    decide: () => choosing('revoked-key-stream', () => 'closed'),
    breaks: /S4/,
  },
  {
    does: 'records a Standard stream as Pro',
    decide: () =>
      changing('session.created', (event) => ({
        ...event,
        session: {
          ...event.session,
          feature: event.session.feature === 'full_live_swap_standard' ? 'full_live_swap' : event.session.feature,
        },
      })),
    breaks: /S7/,
  },
];

/** A mock that has chosen otherwise for one gap than it says. */
const choosing =
  <Id extends keyof GapChoices>(
    id: Id,
    choose: (choices: GapChoices) => GapChoices[Id],
  ): NonNullable<ReturnType<NonNullable<Canary['decide']>>> =>
  (account, world, command, moment) => {
    const { settings } = world;
    const choices = { ...settings.choices, [id]: choose(settings.choices) };
    const other: World = { ...world, settings: { ...settings, choices } };
    return decide(account, other, command, moment);
  };
