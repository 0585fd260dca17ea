/** What sessions cost where it is wrong: too early, too much, in blocks, or although nobody came. */
import type { ClauseId } from '../../spec/clauses.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Defect } from './defect.ts';
import { sessionKinds } from './session-kinds.ts';
import {
  type AccountEvent,
  type Bill,
  type Session,
  charging,
  deciding,
  isVoice,
  presenting,
  withEvents,
} from './ports.ts';

/** A session, which was created before or is just now. */
type Waiting = Pick<Session, 'feature' | 'maxCostMicros' | 'secondMicros'> & Partial<Pick<Session, 'createdAt'>>;

export const sessionBillDefects: readonly Defect[] = sessionKinds.flatMap(
  ({ word, states, resource, is }): readonly Defect[] => {
    const clause = (name: string): ClauseId => clauseNamed(`states.${states}.${name}`);
    const ceiling = clauseNamed(`resources.${resource}.max-cost-usd-ceiling`);
    const billed = (
      id: string,
      does: string,
      charge: (bill: Bill) => number,
      about = clause('billed-per-second'),
      also: readonly ClauseId[] = [],
    ): Defect => ({
      id: `sessions.${word}-${id}`,
      does,
      clause: about,
      ...(also.length > 0 && { also }),
      ports: charging((bill) => (is(bill.session) ? charge(bill) : bill.micros)),
    });
    /** Takes money beside what is right, when a session comes to something. */
    const taking = (
      id: string,
      does: string,
      about: ClauseId,
      amount: (event: AccountEvent, session: Waiting) => number,
      also: readonly ClauseId[] = [],
    ): Defect => ({
      id: `sessions.${word}-${id}`,
      does,
      clause: about,
      ...(also.length > 0 && { also }),
      ports: deciding(
        (next) => (account, world, command, moment) =>
          withEvents(next(account, world, command, moment), (events) =>
            events.flatMap((event): readonly AccountEvent[] => {
              const session =
                event.type === 'session.created'
                  ? event.session
                  : 'sessionId' in event
                    ? account.sessions.get(event.sessionId)
                    : undefined;
              const micros = session !== undefined && is(session) ? Math.round(amount(event, session)) : 0;
              return micros === 0 ? [event] : [event, { type: 'account.topped-up', at: event.at, micros: -micros }];
            }),
          ),
      ),
    });
    const minuteOf = ({ session: { secondMicros } }: Bill): number => 60 * secondMicros;
    return [
      taking(
        'debited-at-call',
        'takes the ceiling when a session is created, and gives it back at the connect or with the token',
        clause('creation-debits-nothing'),
        (event, { maxCostMicros }) => {
          if (event.type === 'session.created') return maxCostMicros;
          return event.type === 'session.connected' || event.type === 'session.expired' ? -maxCostMicros : 0;
        },
      ),
      taking(
        'fee-at-call',
        'takes a tenth of a cent for each session that is created',
        clause('creation-debits-nothing'),
        (event) => (event.type === 'session.created' ? 1_000 : 0),
        [clause('unstarted-costs-nothing'), clause('connect-starts-billing')],
      ),
      taking(
        'long-debited-at-call',
        'takes the first minute when a session of more than an hour is created',
        clause('creation-debits-nothing'),
        (event, { secondMicros }) =>
          event.type === 'session.created' && event.session.maxDurationSeconds > 3_600 ? 60 * secondMicros : 0,
      ),
      taking(
        'unconnected-block',
        'charges the whole ceiling where nobody connects',
        clause('unstarted-costs-nothing'),
        (event, { maxCostMicros }) => (event.type === 'session.expired' ? maxCostMicros : 0),
      ),
      taking(
        'unconnected-minute',
        'charges a minute where nobody connects',
        clause('unstarted-costs-nothing'),
        (event, { secondMicros }) => (event.type === 'session.expired' ? 60 * secondMicros : 0),
      ),
      taking('unconnected-cent', 'charges a cent where nobody connects', clause('unstarted-costs-nothing'), (event) =>
        event.type === 'session.expired' ? 10_000 : 0,
      ),
      {
        id: `sessions.${word}-unconnected-in-the-log`,
        does: 'shows a charge in the usage log where nobody connected',
        clause: clause('unstarted-costs-nothing'),
        ports: presenting(['listUsage'], (record) =>
          record['reason'] === 'no_stream' && isVoice({ feature: String(record['feature']) }) === (word === 'voice')
            ? { ...record, charged_usd: 0.09 }
            : record,
        ),
      },
      billed(
        'from-call',
        'bills from the session call on',
        ({ session, micros, connectedAt }) =>
          micros + (session.secondMicros * (connectedAt - session.createdAt)) / 1_000,
        clause('connect-starts-billing'),
        [clause('billed-per-second'), ceiling],
      ),
      taking(
        'idle-billed-at-connect',
        'takes a tenth of the price for the time that a session waited, when it is connected',
        clause('connect-starts-billing'),
        (event, session) =>
          event.type === 'session.connected' && session.createdAt !== undefined
            ? (session.secondMicros * (event.at - session.createdAt)) / 10_000
            : 0,
        [clause('billed-per-second'), ceiling],
      ),
      billed('full-block', 'charges the whole block whatever was streamed', ({ session }) => session.maxCostMicros),
      billed('minimum-minute', 'charges a minute at least', (bill) => Math.max(bill.micros, minuteOf(bill))),
      billed('minimum-ten-seconds', 'charges ten seconds at least', ({ session, micros }) =>
        Math.max(micros, 10 * session.secondMicros),
      ),
      billed(
        'minutes-begun',
        'charges each minute that was begun',
        (bill) => minuteOf(bill) * Math.ceil(bill.streamedMs / 60_000),
      ),
      billed(
        'whole-minutes',
        'charges whole minutes only',
        (bill) => minuteOf(bill) * Math.floor(bill.streamedMs / 60_000),
        clause('billed-per-second'),
        [clause('close-settles')],
      ),
      billed('ten-seconds-begun', 'charges in steps of ten seconds', ({ session, streamedMs }) =>
        Math.min(session.maxCostMicros, 10 * session.secondMicros * Math.ceil(streamedMs / 10_000)),
      ),
      billed(
        'first-seconds-free',
        'does not charge the first fifteen seconds',
        ({ session, streamedMs }) => (session.secondMicros * Math.max(0, streamedMs - 15_000)) / 1_000,
      ),
      billed('second-too-much', 'charges three seconds more than were streamed', ({ session, micros }) =>
        Math.min(session.maxCostMicros, micros + 3 * session.secondMicros),
      ),
      billed(
        'half-after-a-minute',
        'charges half of what goes beyond a minute',
        ({ session, streamedMs }) =>
          (session.secondMicros * (Math.min(streamedMs, 60_000) + Math.max(0, streamedMs - 60_000) / 2)) / 1_000,
      ),
      billed('by-funded-minutes', 'charges by how much was funded', ({ session, micros }) =>
        Math.round((micros * session.maxDurationSeconds) / 600),
      ),
      billed('surcharge', 'adds a tenth to each charge', ({ micros }) => micros * 1.1, clause('billed-per-second'), [
        ceiling,
      ]),
      billed('cut-full-block', 'charges the whole block where the line broke', ({ session, micros, by }) =>
        by === 'lost' ? session.maxCostMicros : micros,
      ),
      billed(
        'over-ceiling',
        'adds a fee where the funded time was used up',
        ({ micros, isCapped }) => (isCapped ? micros * 1.02 : micros),
        ceiling,
        [clause('billed-per-second')],
      ),
      billed(
        'over-ceiling-by-a-second',
        'charges a second more than was funded',
        ({ session, micros, isCapped }) => (isCapped ? micros + session.secondMicros : micros),
        ceiling,
      ),
      billed(
        'over-ceiling-by-little',
        'charges a tenth of a cent more than the ceiling',
        ({ micros, isCapped }) => (isCapped ? micros + 1_000 : micros),
        ceiling,
      ),
      {
        id: `sessions.${word}-ceiling-too-low`,
        does: 'shows half the cost of the funded minutes as max_cost_usd',
        clause: ceiling,
        also: [clause('billed-per-second')],
        ports: presenting([word === 'voice' ? 'createVoiceSession' : 'createLiveSwapSession'], (session) => ({
          ...session,
          max_cost_usd: Number(session['max_cost_usd']) / 2,
        })),
      },
      billed(
        'free',
        'charges nothing when a session is closed',
        ({ micros, by }) => (by === 'close' ? 0 : micros),
        clause('close-settles'),
        [clause('billed-per-second')],
      ),
      {
        id: `sessions.${word}-knocks-billed`,
        does: 'bills a session as often as somebody tried to connect it',
        clause: clause('billed-per-second'),
        ports: () => {
          const knocks = new Map<string, number>();
          const bill = charging(({ session, micros }) =>
            is(session) ? Math.min(session.maxCostMicros, micros * (knocks.get(session.id) ?? 1)) : micros,
          )().decide;
          return {
            decide: (next) => {
              const billing = bill?.(next) ?? next;
              return (account, world, command, moment) => {
                if (command.type === 'connect-session')
                  knocks.set(command.sessionId, (knocks.get(command.sessionId) ?? 0) + 1);
                return billing(account, world, command, moment);
              };
            },
          };
        },
      },
    ];
  },
);
