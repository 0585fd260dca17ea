/**
 * W4: what two runs of a program must have in common, to the byte. Ports differ, and with them signatures; and what goes on at the same instant of the clock may
 * come in any order: so requests, each delivery, and each session are compared by themselves, each in its own order.
 */
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import type { Told } from './history.case.ts';

export type Logs = { readonly [lane: string]: string };

export const logsOf = ({ stage, ending }: Told): Logs => {
  const lanes: { [lane: string]: string } = {};
  const add = (lane: string, text: string): void => {
    lanes[lane] =
      `${lanes[lane] ?? ''}${text.replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:port').replaceAll(/v1=[0-9a-f]{64}/g, 'v1=hex')}\n`;
  };
  for (const entry of ending.journal) add(laneOf(entry), JSON.stringify({ ...entry, seq: 0, ...untimed(entry) }));
  for (const { path, signature, raw, answer } of stage.receiver.receipts) {
    add(`received ${path}`, `${signature} ${answer} ${raw.toString('latin1')}`);
  }
  return lanes;
};

const laneOf = (entry: JournalEntry): string => {
  if (entry.kind === 'delivery') return `delivery ${entry.delivery_id}`;
  return entry.kind === 'socket' ? `session ${entry.session_id}` : 'requests';
};

/** Which messages were still held back when a socket was closed, and which went out between two that came in, the machine's speed decides. */
const untimed = (entry: JournalEntry): object => {
  if (entry.kind !== 'socket') return {};
  const { messages = [], faults } = entry;
  const came = messages.filter(({ from }) => from === 'client');
  if (faults.some((name) => name.startsWith('socket-'))) return { sent: null, messages: came, messages_left_out: null };
  return { messages: [...came, ...messages.filter(({ from }) => from === 'server')] };
};
