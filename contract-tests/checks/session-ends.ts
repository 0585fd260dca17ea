/** How sessions end: by their client, after which they are over, or by themselves, when their funded time is. */
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { type Session, families, pro, standard, voice } from '../probes/sessions.ts';
import { marginSeconds, type Streamed, streamed } from '../probes/streams.ts';
import { memberOf } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { cappedPlans, evidence, plansOf } from './session-billing.ts';

export const sessionEndChecks: readonly Check[] = [
  ...families.flatMap((family): readonly Check[] => {
    const { states, title } = family;
    const clause = (word: string) => clauseNamed(`states.${states}.${word}`);
    return [
      check({
        id: `${states}.close-ends-session`,
        title: `a ${title} session is over when its client has closed the socket`,
        clauses: [clause('close-ends-session')],
        needs: ['spend'],
        run: async (t) => {
          for (const session of family.sessions) {
            const one = await streamed(t, session, plansOf(t).short);
            t.wanted(one.wasOpen ? one : undefined, 'a stream that its client can close', one.session);
            const { after, later, goesOn } = one;
            t.expect(clause('close-ends-session'), later.leftMicros >= after.leftMicros, {
              expected: 'no charge for the time after the close',
              actual: `${(after.leftMicros - later.leftMicros) / 1e6} USD more`,
              at: [one.session, after.exchange, later.exchange],
            });
            t.expect(clause('close-ends-session'), !goesOn, {
              expected: 'its token to open nothing any more',
              actual: 'a stream that goes on',
              at: one.session,
            });
          }
        },
      }),
      check({
        id: `${states}.hard-stop`,
        title: `a ${title} stream stops by itself at max_duration_sec, not before and not after`,
        clauses: [clause('hard-stop')],
        needs: ['spend', 'long-time'],
        run: async (t) => {
          for await (const one of capped(t, family.sessions)) {
            t.expect(clause('hard-stop'), one.wasOpen, {
              expected: `a stream that lasts until ${marginSeconds(t)} s before its ${one.maxSeconds} s at least`,
              actual: 'a socket that was closed before',
              at: evidence(one),
            });
            t.expect(clause('hard-stop'), one.isStopped, {
              expected: `a stream that is stopped ${marginSeconds(t)} s after its ${one.maxSeconds} s at the latest`,
              actual: 'a socket that was open still',
              at: evidence(one),
              gaps: ['hard-stop-close'],
            });
            const { end } = one.stream;
            if (end !== undefined) t.run.observe('hard-stop-close', String(end.code));
          }
        },
      }),
    ];
  }),
  check({
    id: 'usage-record.capped-session-status',
    title: 'a session that ran to its funded cap is recorded as succeeded',
    clauses: ['resources.usage-record.capped-session-status'],
    needs: ['spend', 'long-time'],
    run: async (t) => {
      for (const { record, usage, session, says } of await ranToCap(t)) {
        t.expect('resources.usage-record.capped-session-status', memberOf(record, 'status') === 'succeeded', {
          expected: `a record with status succeeded for ${says}`,
          actual: record ?? 'no record of it',
          at: [session, usage],
        });
      }
    },
  }),
  check({
    id: 'usage-record.capped-session-reason',
    title: 'the record of a session that ran to its funded cap gives a reason',
    clauses: ['resources.usage-record.capped-session-reason'],
    needs: ['spend', 'long-time'],
    run: async (t) => {
      for (const { record, usage, session, says } of await ranToCap(t)) {
        const reason = memberOf(record, 'reason');
        t.expect(
          'resources.usage-record.capped-session-reason',
          reason !== undefined && reason !== null && reason !== '',
          {
            expected: `a record with a reason for ${says}`,
            actual: record ?? 'no record of it',
            at: [session, usage],
          },
        );
      }
    },
  }),
];

/** One after the other, so that the first that is wrong is enough. */
async function* capped(t: Trial, sessions: readonly Session[]): AsyncGenerator<Streamed> {
  // Where minutes are real, one is enough.
  const plans = t.target.control === undefined ? [{ minutes: 1, seconds: Infinity }] : cappedPlans;
  for (const session of sessions) for (const plan of plans) yield streamed(t, session, plan);
}

async function ranToCap(t: Trial): Promise<readonly Streamed[]> {
  const streams: Streamed[] = [];
  for await (const one of capped(t, [voice, pro, standard])) if (one.wasOpen && one.isStopped) streams.push(one);
  if (streams.length === 0) t.wanted(undefined, 'a stream that runs to its funded cap');
  return streams;
}
