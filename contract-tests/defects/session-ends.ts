/** Ends of sessions: too early, too late, not at all, or written down as something else. */
import { tierFeature } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Defect } from './defect.ts';
import {
  type Account,
  type AccountEvent,
  type Session,
  deciding,
  isVoice,
  presenting,
  streaming,
  withEvents,
  without,
} from './ports.ts';
import { isStandard, sessionKinds } from './session-kinds.ts';

export const sessionEndDefects: readonly Defect[] = made();

function made(): readonly Defect[] {
  /** The time after which a stream is stopped is another than the one that is told. */
  const stoppedAfter =
    (is: (session: { readonly feature: string }) => boolean, seconds: (funded: number) => number): Defect['ports'] =>
    () => ({
      ...deciding(
        (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) =>
            events.map((event) =>
              event.type === 'session.created' && is(event.session)
                ? {
                    ...event,
                    session: { ...event.session, maxDurationSeconds: seconds(event.session.maxDurationSeconds) },
                  }
                : event,
            ),
          ),
      )(),
      ...presenting(['createLiveSwapSession', 'createVoiceSession'], (session, { body }) => ({
        ...session,
        max_duration_sec: 60 * ((body as { duration_minutes?: number }).duration_minutes ?? 10),
      }))(),
    });
  const capped = (record: { readonly [name: string]: unknown }): boolean =>
    record['reason'] === 'session_limit_reached';
  return [
    ...sessionKinds.flatMap(({ word, states, is }): readonly Defect[] => {
      const hardStop = clauseNamed(`states.${states}.hard-stop`);
      const sessionOf = (account: Account, id: string): Session | undefined => {
        const session = account.sessions.get(id);
        return session !== undefined && is(session) ? session : undefined;
      };
      return [
        {
          id: `sessions.${word}-no-hard-stop`,
          does: 'never stops a stream by itself',
          clause: hardStop,
          ports: deciding(
            (next) => (account, world, command, moment) =>
              command.type === 'stop-session' && sessionOf(account, command.sessionId) !== undefined
                ? { events: [], reply: {} }
                : next(account, world, command, moment),
          ),
        },
        {
          id: `sessions.${word}-stops-early`,
          does: 'stops a stream after nine tenths of its time',
          clause: hardStop,
          ports: stoppedAfter(is, (funded) => Math.round(funded * 0.9)),
        },
        {
          id: `sessions.${word}-stops-late`,
          does: 'stops a stream half a minute late',
          clause: hardStop,
          ports: stoppedAfter(is, (funded) => funded + 30),
        },
        {
          id: `sessions.${word}-stops-five-late`,
          does: 'stops a stream five seconds late',
          clause: hardStop,
          ports: stoppedAfter(is, (funded) => funded + 5),
        },
        {
          id: `sessions.${word}-stop-leaves-socket`,
          does: 'settles at the hard stop and leaves the socket open',
          clause: hardStop,
          ports: streaming(is, (line) => ({
            close: (code, reason) => {
              if (reason !== 'max_duration_sec is reached') line.close(code, reason);
            },
          })),
        },
        {
          id: `sessions.${word}-stop-counts-from-call`,
          does: 'counts the time of a stream from the session call on',
          clause: hardStop,
          ports: () => {
            const funded = new Map<string, number>();
            return deciding((next) => (account, world, command, moment) => {
              const session = command.type === 'connect-session' ? sessionOf(account, command.sessionId) : undefined;
              if (session !== undefined) {
                const seconds = funded.get(session.id) ?? session.maxDurationSeconds;
                funded.set(session.id, seconds);
                // There is no event for it: the time is fixed when a session is created.
                const left = seconds - (moment.now - session.createdAt) / 1_000;
                Object.assign(session, { maxDurationSeconds: Math.max(1, left) });
              }
              return next(account, world, command, moment);
            })();
          },
        },
        {
          id: `sessions.${word}-silent-not-stopped`,
          does: 'stops only streams on which something was sent',
          clause: hardStop,
          ports: () => {
            const heard = new Set<string>();
            return {
              ...streaming(is, (line, session) => ({
                send: (data, isBinary) => {
                  if (isBinary) heard.add(session.id);
                  line.send(data, isBinary);
                },
              }))(),
              ...deciding(
                (next) => (account, world, command, moment) =>
                  command.type === 'stop-session' &&
                  sessionOf(account, command.sessionId) !== undefined &&
                  !heard.has(command.sessionId)
                    ? { events: [], reply: {} }
                    : next(account, world, command, moment),
              )(),
            };
          },
        },
        {
          id: `sessions.${word}-close-unnoticed`,
          does: 'goes on billing when the client has closed, to the hard stop',
          clause: clauseNamed(`states.${states}.close-settles`),
          also: [clauseNamed(`states.${states}.close-ends-session`)],
          ports: deciding(
            (next) => (account, world, command, moment) =>
              command.type === 'close-session' &&
              command.by === 'close' &&
              sessionOf(account, command.sessionId) !== undefined
                ? { events: [], reply: {} }
                : next(account, world, command, moment),
          ),
        },
        {
          id: `sessions.${word}-settled-tomorrow`,
          does: 'settles a session a day after its close',
          clause: clauseNamed(`states.${states}.close-settles`),
          ports: deciding(
            (next) => (account, world, command, moment) =>
              withEvents(next(account, world, command, moment), (events) =>
                events.flatMap((event) => {
                  if (
                    event.type === 'session.ended' &&
                    sessionOf(account, event.sessionId) !== undefined &&
                    event.by === 'close'
                  )
                    return [{ ...event, settleAt: event.at + 86_400_000 }];
                  return event.type === 'session.settled' &&
                    command.type === 'close-session' &&
                    command.by === 'close' &&
                    sessionOf(account, event.sessionId) !== undefined
                    ? []
                    : [event];
                }),
              ),
          ),
        },
        {
          id: `sessions.${word}-taken-up-again`,
          does: 'lets a session that was closed be connected again, and bills it to its hard stop',
          clause: clauseNamed(`states.${states}.close-ends-session`),
          also: [clauseNamed(`states.${states}.close-settles`), clauseNamed(`states.${states}.billed-per-second`)],
          ports: deciding((next) => (account, world, command, moment) => {
            if (command.type === 'close-session' && sessionOf(account, command.sessionId) !== undefined)
              return { events: [], reply: {} };
            if (command.type !== 'connect-session' || sessionOf(account, command.sessionId) === undefined)
              return next(account, world, command, moment);
            const { settings } = world;
            const choices = { ...settings.choices, 'socket-second': 'replaces' as const };
            return next(account, { ...world, settings: { ...settings, choices } }, command, moment);
          }),
        },
        {
          id: `sessions.${word}-billed-after-close`,
          does: 'takes the charge a second time, twenty seconds after the close',
          clause: clauseNamed(`states.${states}.close-ends-session`),
          ports: deciding(
            (next) => (account, world, command, moment) =>
              command.type !== 'close-session' ||
              command.by !== 'close' ||
              sessionOf(account, command.sessionId) === undefined
                ? next(account, world, command, moment)
                : withEvents(next(account, world, command, moment), (events) =>
                    events.flatMap((event): readonly AccountEvent[] => {
                      if (event.type === 'session.settled') return [];
                      if (event.type !== 'session.ended') return [event];
                      const { at, chargedMicros } = event;
                      return [
                        { ...event, settleAt: at + 20_000 },
                        { type: 'account.topped-up', at, micros: -chargedMicros },
                      ];
                    }),
                  ),
          ),
        },
        {
          id: `sessions.${word}-recorded-unstreamed`,
          does: 'writes sessions that streamed down as such that nobody connected to',
          clause: clauseNamed(`states.${states}.connect-starts-stream`),
          ports: presenting(['listUsage'], (record) =>
            is({ feature: String(record['feature']) }) && isStreamFeature(record['feature']) && !capped(record)
              ? { ...record, reason: 'no_stream' }
              : record,
          ),
        },
      ];
    }),
    {
      id: 'sessions.voice-says-nothing',
      does: 'opens voice sockets and sends nothing on them, ever',
      clause: 'states.voice-changer.connect-starts-stream',
      also: ['endpoints.voice-session.format-unprompted', 'endpoints.voice-session.socket-opens'],
      ports: streaming(isVoice, () => ({ send: () => undefined })),
    },
    {
      id: 'sessions.standard-no-hard-stop',
      does: 'never stops a stream of the tier standard by itself',
      clause: 'states.full-live-swap.hard-stop',
      ports: deciding((next) => (account, world, command, moment) => {
        const session = command.type === 'stop-session' ? account.sessions.get(command.sessionId) : undefined;
        return session !== undefined && isStandard(session)
          ? { events: [], reply: {} }
          : next(account, world, command, moment);
      }),
    },
    ...(
      [
        ['failed', 'as failed', 'status', (record) => ({ ...record, status: 'failed' })],
        ['stopped', 'with a status of its own', 'status', (record) => ({ ...record, status: 'stopped' })],
        ['unrecorded', 'not at all', 'status', () => undefined],
        [
          'failed-standard',
          'as failed in the tier standard',
          'status',
          (record) => (record['feature'] === tierFeature.standard ? { ...record, status: 'failed' } : record),
        ],
        ['reason-null', 'without a reason', 'reason', (record) => ({ ...record, reason: null })],
        ['reason-missing', 'without the member reason', 'reason', (record) => without(record, 'reason')],
        ['reason-empty', 'with an empty reason', 'reason', (record) => ({ ...record, reason: '' })],
        [
          'reason-null-voice',
          'without a reason where it is of voice',
          'reason',
          (record) => (record['feature'] === 'voice_changer' ? { ...record, reason: null } : record),
        ],
      ] as const satisfies readonly (readonly [
        string,
        string,
        'status' | 'reason',
        (record: { readonly [name: string]: unknown }) => unknown,
      ])[]
    ).map(([id, how, member, change]): Defect => ({
      id: `sessions.capped-${id}`,
      does: `writes a session that ran to its cap down ${how}`,
      clause: `resources.usage-record.capped-session-${member}`,
      ...(id === 'unrecorded' && { also: ['resources.usage-record.capped-session-reason'] }),
      ports: presenting(['listUsage'], (record) =>
        capped(record) ? (change as (value: object) => unknown)(record) : record,
      ),
    })),
  ];
}

function isStreamFeature(feature: unknown): boolean {
  return feature === tierFeature.pro || feature === tierFeature.standard || feature === 'voice_changer';
}
