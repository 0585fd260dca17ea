/** What an account has to do next by itself, and when. The engine asks; nothing here sets a timer. */
import type { Account } from './account.ts';
import type { Command } from './commands.ts';
import { attemptMark, resendMark } from './agenda.ts';

/** The first command that is due until an instant. */
export const due = (
  account: Account,
  until = Number.POSITIVE_INFINITY,
): { readonly at: number; readonly command: Command } | undefined => {
  const next = account.agenda.next();
  return next && next.at <= until ? { at: next.at, command: commandFor(account, next.key) } : undefined;
};

const commandFor = (account: Account, key: string): Command => {
  const job = account.jobs.get(key);
  if (job !== undefined) {
    const starts = job.state.status === 'queued' && job.plan.course !== 'at-once';
    return { type: starts ? 'start-job' : 'finish-job', jobId: key };
  }
  const session = account.sessions.get(key);
  if (session !== undefined) return { type: sessionCommands[session.state.status], sessionId: key };
  if (account.deliveries.has(key)) return { type: 'start-delivery', deliveryId: key };
  const [deliveryId = '', attempt] = key.split(attemptMark);
  if (!account.deliveries.has(deliveryId)) throw new Error(`the agenda of ${account.id} has an unknown entry ${key}`);
  if (key.endsWith(resendMark)) return { type: 'resend-delivery', deliveryId };
  return { type: 'finish-delivery', deliveryId, attempt: Number(attempt), outcome: timeout };
};

const sessionCommands = {
  created: 'expire-session',
  streaming: 'stop-session',
  closing: 'settle-session',
  ended: 'settle-session',
} as const;

const timeout = { kind: 'failed', failure: 'timeout' } as const;
