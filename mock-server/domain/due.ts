/** What an account has to do next by itself, and when. The engine asks; nothing here sets a timer. */
import type { Account } from './account.ts';
import type { Command } from './commands.ts';

export const due = (account: Account): { readonly at: number; readonly command: Command } | undefined => {
  const next = account.agenda.next();
  return next && { at: next.at, command: commandFor(account, next.key) };
};

const commandFor = (account: Account, key: string): Command => {
  const job = account.jobs.get(key);
  if (job !== undefined) return { type: job.state.status === 'queued' ? 'start-job' : 'finish-job', jobId: key };
  if (account.sessions.has(key)) return { type: 'expire-session', sessionId: key };
  throw new Error(`the agenda of ${account.id} has an unknown entry ${key}`);
};
