/** Holds what a command was answered, and what it made, against what was foretold. */
import type { Command, Reply, SubmitJob } from '../../domain/commands.ts';
import { type Refused, isRefused } from '../../domain/refusal.ts';
import { hold, same } from './hold.case.ts';
import { type Expected, markOf } from './oracle.case.ts';
import type { Side } from './side.case.ts';

export type Outcome = { readonly reply: object } | Refused;

export const checkAnswer = (outcome: Outcome, expected: Expected, step: object): void => {
  const asked = (): string => JSON.stringify(step);
  const actual = isRefused(outcome) ? outcome.refusal.code : 'accepted';
  if (expected.is !== 'repeat') {
    same(actual, expected.is === 'refused' ? expected.code : 'accepted', 'answer', () => `the answer to ${asked()}`);
    hold(
      !('reply' in outcome && 'replayed' in outcome.reply && outcome.reply.replayed === true),
      'I2',
      () => `a repeat: ${asked()}`,
    );
    return;
  }
  hold(!isRefused(outcome), 'I1', () => `a repeat of ${expected.jobId} is refused with ${actual}: ${asked()}`);
  const { jobId, replayed }: Partial<Reply<SubmitJob>> = outcome.reply;
  same([jobId, replayed], [expected.jobId, true], 'I1', () => `the answer to ${asked()}`);
};

/** What a command has made is what was asked for, and belongs to the account that asked. */
export const checkMade = (
  { id, live, books }: Side,
  sides: readonly Side[],
  command: Command,
  reply: object,
  expected: Expected,
): void => {
  if (expected.is !== 'accepted') return;
  if (command.type === 'submit-job') {
    const jobId = 'jobId' in reply ? String(reply.jobId) : '';
    const job = live.jobs.get(jobId);
    hold(job !== undefined, 'J3', () => `the job ${jobId} is not there for ${id}`);
    hold(/^[A-Za-z0-9_-]{1,64}$/.test(jobId), 'J3', () => `the id ${jobId}`);
    same(job.state.status, 'queued', 'J3', `the status of ${jobId} in its acknowledgement`);
    same([...books.jobs.keys()].at(-1), jobId, 'I1', 'the newest job');
    for (const side of sides) {
      hold(side.id === id || !side.live.jobs.has(jobId), 'J3', () => `${side.id} sees ${jobId} of ${id}`);
    }
    same(job.priceMicros, expected.price, 'L5', `the price of ${jobId}`);
    same(job.delivery?.url, command.body['callback_url'], 'D1', `where the webhook of ${jobId} goes`);
    same(job.plan.ending, expected.ending, 'J2', `the planned ending of ${jobId}`);
    same([job.endpoint, job.feature], [command.endpoint, command.feature], 'J3', `the endpoint of ${jobId}`);
    if (command.idempotencyKey === undefined) return;
    const submit = books.submits.get(books.keyOf(command.idempotencyKey, command.endpoint));
    hold(submit?.jobId === jobId, 'I1', () => `the key ${command.idempotencyKey} stands for ${submit?.jobId}`);
    submit.mark = markOf(command);
  }
  if (command.type === 'create-session') {
    const session = [...live.sessions.values()].at(-1);
    const feature = command.capability === 'voice_changer' ? 'voice_changer' : tierFeatureOf(command.tier);
    same(session?.feature, feature, 'S7', 'the feature of the session');
    same(session?.maxCostMicros, expected.price, 'S3', 'the ceiling of the session');
    same(session?.maxDurationSeconds, command.durationMinutes * 60, 'S3', 'the funded time of the session');
    same(
      (session?.secondMicros ?? Number.NaN) * command.durationMinutes * 60,
      expected.price,
      'S3',
      'the price of a second',
    );
    hold(session?.id.startsWith(`sess_${id}_`) === true, 'I3', () => `session ${session?.id} in account ${id}`);
    same(session.keyId, command.keyId, 'S5', `the key that asked for ${session.id}`);
    hold(session.token.startsWith(`rt_${id}_`), 'I3', () => `token ${session.token} in account ${id}`);
  }
  if (command.type === 'connect-session') {
    const connections = books.streams.sessions.get(command.sessionId)?.connections;
    same(reply, { connection: connections }, 'S5', `the answer to the socket of ${command.sessionId}`);
  }
  if (command.type === 'store-upload') {
    const fileKey = [...live.uploads.keys()].at(-1);
    hold(fileKey?.startsWith(`file_${id}_`) === true, 'I3', () => `file ${fileKey} in account ${id}`);
  }
};

const tierFeatureOf = (tier: 'pro' | 'standard' | undefined): string =>
  tier === 'standard' ? 'full_live_swap_standard' : 'full_live_swap';
