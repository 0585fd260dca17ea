/** What was under way when the process that did it ended: streams whose sockets are gone, and attempts that nobody waits for any more. */
import type { Account } from './account.ts';
import type { CloseSession, FinishDelivery } from './commands.ts';

/** The commands that end it. A stream is lost as of its last sign of life, and an attempt has failed and counts as one of the six. */
export const interrupted = (account: Account): (CloseSession | FinishDelivery)[] => {
  const commands: (CloseSession | FinishDelivery)[] = lostStreams(account, () => true);
  for (const { id: deliveryId, attempts } of account.deliveries.values()) {
    for (const [index, { endedAt }] of attempts.entries()) {
      if (endedAt !== undefined) continue;
      commands.push({ type: 'finish-delivery', deliveryId, attempt: index + 1, outcome: cutOff });
    }
  }
  return commands;
};

/** The commands that end streams as of their last sign of life. @param isGone whether the process that has the socket is */
export const lostStreams = (account: Account, isGone: (process: string | undefined) => boolean): CloseSession[] => {
  const commands: CloseSession[] = [];
  for (const { id: sessionId, state } of account.sessions.values()) {
    if (state.status !== 'streaming' || !isGone(state.process)) continue;
    const { connection, aliveAt: livedUntil } = state;
    commands.push({ type: 'close-session', sessionId, connection, by: 'lost', livedUntil });
  }
  return commands;
};

const cutOff = { kind: 'failed', failure: 'aborted', detail: 'the mock ended before it was answered' } as const;
