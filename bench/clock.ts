/** Time that is moved: a whole ladder of retries, and a session of four hours, on a clock that stands still. In process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createMock } from '../mock-server/index.ts';
import { mediumBytes } from '../fixtures/media.ts';
import type { Figure } from './figure.ts';
import { alternate, ofRounds } from './median.ts';

const rounds = 7;

export const clock = async (): Promise<Figure[]> => {
  // What a first webhook loads is loaded once in a process, and this is the first here.
  const cold = await wholeLadder();
  const { ladder, session } = await alternate(rounds, { ladder: wholeLadder, session: longSession });
  return [
    {
      what: 'six attempts at a receiver that refuses, by moving the clock',
      unit: 'ms',
      ...ofRounds(ladder),
      goal: { of: 'ours', atMost: 100 },
    },
    { what: 'the same for the first time in a process, with what is loaded for it', unit: 'ms', ours: cold },
    {
      what: 'a session of 240 minutes to its hard stop',
      unit: 'ms',
      ...ofRounds(session),
      goal: { of: 'ours', atMost: 10 },
    },
  ];
};

const wholeLadder = async (): Promise<number> => {
  let received = 0;
  const receiver = createServer((request, response) => {
    received++;
    request.resume();
    response.writeHead(500).end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const mock = await createMock({ port: false, clock: 'manual', jobTime: 1 });
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  const form = new FormData();
  form.set('file', new Blob([await mediumBytes('portrait.png')], { type: 'image/png' }), 'portrait.png');
  const upload = await mock.fetch(`${mock.url}/uploads`, { method: 'POST', headers, body: form });
  const { file_key } = (await upload.json()) as { file_key: string };
  const callback_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await mock.fetch(`${mock.url}/face-swap-image`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ image_key: file_key, face_key: file_key, callback_url }),
  });
  const from = performance.now();
  await mock.clock.advance({ seconds: 1_200 });
  const ms = performance.now() - from;
  if (received !== 6) throw new Error(`six attempts are expected, ${received} came`);
  await mock.close({ graceMs: 0 });
  receiver.closeAllConnections();
  receiver.close();
  return ms;
};

const longSession = async (): Promise<number> => {
  const mock = await createMock({ clock: 'manual', balance: 100_000 });
  const answer = await fetch(`${mock.url}/full-live-swap/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ duration_minutes: 240 }),
  });
  const { stream_url, session_token } = (await answer.json()) as { stream_url: string; session_token: string };
  const socket = new WebSocket(`${stream_url}?session_token=${session_token}`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const from = performance.now();
  await mock.clock.advance({ seconds: 240 * 60 });
  const ms = performance.now() - from;
  await closed;
  await mock.close({ graceMs: 0 });
  return ms;
};
