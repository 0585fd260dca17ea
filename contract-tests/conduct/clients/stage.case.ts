/** Where small clients play: a mock of their own, a wait that moves its clock, and the tools that any client has. */
import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { medium, mediumBytes, type MediumName } from '../../../fixtures/media.ts';
import { type Mock, createMock } from '../../../mock-server/compose.ts';
import type { MockOptions } from '../../../mock-server/options.ts';
import type { JournalEntry } from '../../../spec/schemas/journal.ts';
import { type About, type Scorecard, judgeConduct } from '../scorecard.ts';

/** Members of answers; which of them are there depends on the operation. */
export type Told = {
  readonly id: string;
  readonly status: string;
  readonly status_url: string;
  readonly output_url: string;
  readonly file_key: string;
  readonly session_id: string;
  readonly stream_url: string;
  readonly session_token: string;
  readonly max_cost_usd: number;
  readonly balance_usd: number;
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type Answer = {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  readonly body: Told;
};

export type Sending = {
  readonly headers?: Record<string, string>;
  readonly raw?: RequestInit['body'];
  readonly key?: string | null;
};

export type Stage = {
  readonly mock: Mock;
  readonly origin: string;
  /** What its owner does, in the console. */
  readonly topUp: (usd: number) => Promise<void>;
  readonly wait: (seconds: number) => Promise<void>;
  /** A path below the base address, or one from the root, as status_url is. */
  readonly get: (path: string, sending?: Sending) => Promise<Answer>;
  readonly post: (path: string, body: unknown, sending?: Sending) => Promise<Answer>;
  /** Gives the file_key. */
  readonly upload: (file?: MediumName | Buffer<ArrayBuffer>) => Promise<string>;
  /** Opens a socket and waits for so many messages; undefined where it was turned away. */
  readonly open: (address: string, messages?: number, options?: ClientOptions) => Promise<WebSocket | undefined>;
  /** Closes it, and waits until the mock has seen that. */
  readonly close: (ws: WebSocket | undefined) => Promise<void>;
};

export type Play = (stage: Stage) => Promise<void>;

/** Plays a client on a mock of its own. */
export const journalOf = async (options: MockOptions, play: Play): Promise<readonly JournalEntry[]> => {
  const failures: unknown[] = [];
  const quiet = { clock: 'manual', onFailure: (error: unknown) => failures.push(error) } as const;
  const mock = await createMock({ ...quiet, ...options });
  try {
    await play(stageOn(mock));
    await allEnded(mock);
    expect(failures).toEqual([]);
    return entriesOf(mock);
  } finally {
    await mock.close();
  }
};

/**
 * Judges it. The mock's clock stands but for the client's waits, so requests take no time and a wait is as long as it says: a real
 * clock on a machine that never lets anything wait. It is judged as that, unless something else is said.
 */
export const cardOf = (entries: readonly JournalEntry[], about: Partial<About> = {}): Scorecard =>
  judgeConduct(entries, { clock: 'real', ...about, accountId: accountIn(entries) });

export const entriesOf = ({ control }: Mock): readonly JournalEntry[] => control.journal({ limit: 100_000 }).entries;

const accountIn = (entries: readonly JournalEntry[]): string | null =>
  entries.find(({ account_id }) => account_id !== null)?.account_id ?? null;

const stageOn = (mock: Mock): Stage => {
  const wait: Stage['wait'] = async (seconds) => void (await mock.clock.advance({ seconds }));
  const { origin } = new URL(mock.url);
  const call = async (
    method: string,
    path: string,
    { headers = {}, raw, key = mock.apiKey }: Sending,
  ): Promise<Answer> => {
    const address = path.startsWith('/api/') || path.startsWith('http') ? new URL(path, origin) : mock.url + path;
    const response = await fetch(address, {
      method,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      ...(raw !== undefined && { body: raw }),
    });
    const text = await response.text();
    const body = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Told) : ({} as Told);
    return { status: response.status, code: body.error?.code, message: body.error?.message ?? '', body };
  };
  return {
    mock,
    origin,
    topUp: async (usd) => void (await mock.control.topUp(accountIn(entriesOf(mock)) ?? '', usd)),
    wait,
    get: (path, sending = {}) => call('GET', path, sending),
    post: (path, body, sending = {}) =>
      call('POST', path, {
        raw: JSON.stringify(body),
        ...sending,
        headers: { 'content-type': 'application/json', ...sending.headers },
      }),
    upload: async (file = 'portrait.png') => {
      const name = typeof file === 'string' ? file : 'voice.wav';
      const bytes = typeof file === 'string' ? (await mediumBytes(file)).slice() : file;
      const form = new FormData();
      form.set('file', new Blob([bytes], { type: medium(name).contentType }), name);
      return (await call('POST', '/uploads', { raw: form })).body.file_key;
    },
    open: async (address, messages = 0, options = {}) => {
      const ws = new WebSocket(address, options);
      let came = 0;
      ws.on('message', () => came++);
      const opened = await Promise.race([
        once(ws, 'open').then(
          () => true,
          () => false,
        ),
        once(ws, 'unexpected-response').then(
          () => false,
          () => false,
        ),
      ]);
      if (!opened) {
        ws.on('error', () => undefined).terminate();
        return undefined;
      }
      await vi.waitFor(() => expect(came).toBeGreaterThanOrEqual(messages), { timeout: 5_000, interval: 2 });
      return ws;
    },
    close: async (ws) => {
      if (ws === undefined) return;
      if (ws.readyState !== WebSocket.CLOSED) {
        const closed = once(ws, 'close');
        ws.close(1000);
        await closed;
      }
      await allEnded(mock);
    },
  };
};

const leftOpen = new WeakSet<Mock>();

/** Says that the client leaves a socket open on purpose: nobody waits for its end. */
export const leavesOpen = ({ mock }: Stage): void => void leftOpen.add(mock);

/** The mock hears of an end a little later than the client does. */
const allEnded = async (mock: Mock): Promise<void> => {
  if (leftOpen.has(mock)) return;
  await vi.waitFor(
    () => {
      const { entries } = mock.control.journal({ limit: 100_000, kind: 'socket' });
      const events = entries.map((entry) => (entry.kind === 'socket' ? entry.event : ''));
      const ended = events.filter((event) => event === 'closed' || event === 'lost').length;
      expect(ended).toBe(events.filter((event) => event === 'connected').length);
    },
    { timeout: 5_000, interval: 2 },
  );
};
