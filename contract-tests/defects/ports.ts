/** Short ways to the ports that many defects wrap: what a command comes to, what a session costs, what an answer says, what a stream sends. */
import type { OperationId } from '../../spec/operations.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';

export type Decide = Parameters<NonNullable<Ports['decide']>>[0];
export type Account = Parameters<Decide>[0];
export type Decision = ReturnType<Decide>;
export type AccountEvent = Extract<Decision, { readonly reply: unknown }>['events'][number];
export type Session = NonNullable<ReturnType<Account['sessions']['get']>>;
export type Line = Parameters<NonNullable<Ports['frame']>>[0];
export type Send = Line['send'];

export const deciding =
  (change: (next: Decide) => Decide): (() => Ports) =>
  () => ({ decide: change });

/** The decision with other events. */
export const withEvents = (
  decision: Decision,
  change: (events: readonly AccountEvent[]) => readonly AccountEvent[],
): Decision => (decision.events === undefined ? decision : { ...decision, events: change(decision.events) });

export type Bill = {
  readonly session: Session;
  /** What is right. */
  readonly micros: number;
  readonly streamedMs: number;
  readonly connectedAt: number;
  readonly by: Extract<AccountEvent, { readonly type: 'session.ended' }>['by'];
  readonly isCapped: boolean;
};

/** Sessions are charged something else when they end. */
export const charging = (charge: (bill: Bill) => number): (() => Ports) =>
  deciding((next) => (account, world, command, moment) => {
    const charged = new Map<string, number>();
    return withEvents(next(account, world, command, moment), (events) =>
      events.map((event) => {
        if (event.type === 'session.ended') {
          const session = account.sessions.get(event.sessionId);
          if (session?.state.status !== 'streaming') return event;
          const micros = Math.round(
            charge({
              session,
              micros: event.chargedMicros,
              streamedMs: event.streamedMs,
              connectedAt: session.state.at,
              by: event.by,
              isCapped: event.reason === 'session_limit_reached',
            }),
          );
          charged.set(event.sessionId, micros);
          return { ...event, chargedMicros: micros };
        }
        const micros = event.type === 'session.settled' ? charged.get(event.sessionId) : undefined;
        return micros === undefined ? event : ({ ...event, chargedMicros: micros } as AccountEvent);
      }),
    );
  });

export const isVoice = ({ feature }: { readonly feature: string }): boolean => feature === 'voice_changer';

export type Members = { readonly [name: string]: unknown };
export type Asked = Parameters<ReturnType<NonNullable<Ports['present']>>>[1];

/** Objects in the successful answers of some operations say something else. */
export const presenting =
  (operations: readonly OperationId[], change: (value: Members, asked: Asked) => unknown): (() => Ports) =>
  () => ({
    present: (next) => (answer, asked) => {
      if (asked.operation === null || asked.refused !== undefined || !operations.includes(asked.operation))
        return next(answer, asked);
      const { body } = answer;
      const one = (value: unknown): unknown => (isObject(value) ? change(value, asked) : value);
      const said: unknown = Array.isArray(body) ? body.map(one).filter((value) => value !== undefined) : one(body);
      return next({ ...answer, body: said }, asked);
    },
  });

/** Jobs are shown otherwise. */
export const showingJobs = (change: (job: Members, asked: Asked) => unknown): (() => Ports) =>
  presenting(['getJob'], change);

export const without = (value: Members, name: string): Members =>
  Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));

/** What leaves a stream. `make` is called for each connection. */
export const streaming =
  (applies: (session: Session) => boolean, make: (line: Line, session: Session) => Partial<Line>): (() => Ports) =>
  () => ({ frame: (line, session) => (applies(session) ? { ...passedOn(line), ...make(line, session) } : line) });

const passedOn = (line: Line): Line => ({
  send: (data, isBinary) => line.send(data, isBinary),
  close: (code, reason) => line.close(code, reason),
  reset: () => line.reset(),
  silence: () => line.silence(),
  wait: (on) => line.wait(on),
  ended: () => line.ended(),
});
