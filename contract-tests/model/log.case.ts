/** Logs as they might have been written, for laws and books to be tried on. */
import { accountWith } from '../account.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type JobLog, type Log, type StreamLog, noNotes } from './log.ts';

export const answered = (json: unknown): Exchange => ({
  number: 1,
  operation: 'getJob',
  request: { method: 'GET', url: 'http://127.0.0.1/api/v1/jobs/j', headers: {}, body: undefined },
  breaks: undefined,
  answer: { status: 200, headers: {}, body: new Uint8Array(), json },
  failure: undefined,
  sentAt: 0,
  tookMs: 0,
  cost: { usd: 0 },
});

export const job = (who: 0 | 1, ...looks: readonly object[]): JobLog => ({
  who,
  id: 'j',
  by: accountWith('key'),
  callbackUrl: undefined,
  acknowledgement: answered({ id: 'j', status: 'queued' }),
  looks: looks.map(answered),
  forced: undefined,
  late: undefined,
  isHidden: false,
});

export const stream = (seconds: number, ceilingMicros: number): StreamLog => ({
  who: 0,
  kind: 'voice_changer',
  session: answered({}),
  secondsLeast: seconds,
  secondsMost: seconds,
  ceilingMicros,
  ownSecondMicros: undefined,
});

export const logOf = (parts: Partial<Log>): Log => ({
  ...noNotes(),
  accounts: [],
  deliveries: [],
  isOpen: false,
  exchanges: [],
  ...parts,
});
