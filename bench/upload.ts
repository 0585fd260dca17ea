/** An upload of 500 MB, against a server that pipes the connection to the disk: time, and memory above idle. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { alternate, ofRounds } from './median.ts';
import { type Peer, startMock, startPeer } from './peer.ts';
import { bearer, resetMock } from './requests.ts';

const rounds = 7;
const piece = Buffer.alloc(1_000_000, 7);
const pieces = 499;

export const upload = async (): Promise<Figure[]> => {
  const floor = await startPeer(['bench/peers/raw-pipe.mjs']);
  const mock = await startMock();
  // What the first request loads is not the upload's.
  for (const peer of [floor, mock]) await send(peer, 1);
  await wait(1_000);
  const [idle, idleFloor] = [mock.memory().now, floor.memory().now];
  const times = await alternate(rounds, {
    floor: () => send(floor, pieces),
    mock: async () => {
      const ms = await send(mock, pieces);
      // The disk is given back before the next; what it takes is not measured.
      await resetMock(mock);
      return ms;
    },
  });
  const [peak, peakFloor] = [mock.memory().peak, floor.memory().peak];
  await Promise.all([floor.stop(), mock.stop()]);
  return [
    {
      what: 'upload of 500 MB',
      unit: 'ms',
      ...ofRounds(times.mock, times.floor),
      peer: 'raw pipe',
      goal: { of: 'ratio', atMost: 1.5 },
    },
    {
      what: `memory above idle at the worst of ${rounds + 1} uploads`,
      unit: 'MiB',
      ours: peak - idle,
      beside: peakFloor - idleFloor,
      peer: 'raw pipe',
      goal: { of: 'ours', atMost: 48 },
    },
  ];
};

const head = '--B\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
const tail = '\r\n--B--\r\n';

/** So many MB, made up as they go; gives the milliseconds until the answer. */
const send = async (peer: Peer, count: number): Promise<number> => {
  const from = performance.now();
  const outgoing = request({
    agent: false,
    port: peer.port,
    path: '/api/v1/uploads',
    method: 'POST',
    headers: {
      ...bearer(peer),
      'content-type': 'multipart/form-data; boundary=B',
      'content-length': head.length + count * piece.length + tail.length,
    },
  });
  const answered = once(outgoing, 'response') as Promise<[{ statusCode: number; resume: () => void }]>;
  outgoing.write(head);
  for (let index = 0; index < count; index++) {
    if (!outgoing.write(piece)) await once(outgoing, 'drain');
  }
  outgoing.end(tail);
  const [response] = await answered;
  response.resume();
  if (response.statusCode !== 201) throw new Error(`an upload got ${response.statusCode}`);
  return performance.now() - from;
};
