/** Clients that look odd and break nothing: what the document leaves open is held against nobody. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { MockOptions } from '../../../mock-server/options.ts';
import { type Play, type Stage, leavesOpen } from './stage.case.ts';
import { addressOf, download, fillUsage, finish, main, speaks, submit, voiceSession } from './well.case.ts';

export type LawfulClient = { readonly name: string; readonly options?: MockOptions; readonly play: Play };

export const lawfulClients: readonly LawfulClient[] = [
  {
    name: 'sends no Idempotency-Key, and nothing twice',
    play: async (stage) => void (await main(stage)),
  },
  {
    name: 'orders the same thing twice on purpose, under two keys',
    play: async (stage) => {
      await main(stage, { headers: { 'idempotency-key': 'one' } });
      await main(stage, { headers: { 'idempotency-key': 'two' } });
    },
  },
  {
    name: 'puts right what was refused, under the same key',
    play: async (stage) => {
      const image = await stage.upload();
      const headers = { 'idempotency-key': 'one' };
      await stage.post('/avatar', { image_key: image, script: '' }, { headers });
      const { body } = await stage.post('/avatar', { image_key: image, script: 'Good morning.' }, { headers });
      await download(await finish(stage, body.status_url));
    },
  },
  {
    name: 'makes sure twice that a job has ended',
    play: async (stage) => {
      const { body } = await submit(stage);
      await download(await finish(stage, body.status_url));
      for (let again = 0; again < 2; again++) await stage.get(body.status_url);
    },
  },
  {
    name: 'asks often while the clock stands',
    options: { jobTime: 10 },
    play: async (stage) => {
      const { body } = await submit(stage);
      for (let seconds = 0; seconds < 3; seconds++) {
        for (let polls = 0; polls < 12; polls++) await stage.get(body.status_url);
        await stage.wait(0.4);
      }
      await stage.wait(10);
      await download(await finish(stage, body.status_url));
    },
  },
  {
    name: 'gives up a job that is stuck',
    play: async (stage) => {
      const image = await stage.upload();
      const { body } = await stage.post('/avatar', { image_key: image, script: 'magic_job_stuck_processing' });
      for (let polls = 0; polls < 20; polls++) {
        await stage.get(body.status_url);
        await stage.wait(1);
      }
    },
  },
  {
    name: 'gives up a job that takes more than a minute',
    options: { jobTime: 3_600 },
    play: async (stage) => {
      const { body } = await submit(stage);
      for (let polls = 0; polls < 8; polls++) {
        await stage.wait(10);
        await stage.get(body.status_url);
      }
    },
  },
  {
    name: 'tries everything at most twice, whatever it is told',
    options: { capacity: { saturated: true } },
    play: async (stage) => {
      const image = await stage.upload();
      for (let order = 0; order < 12; order++) {
        const body = { image_key: image, script: `Good morning, number ${order}.` };
        await stage.post('/avatar', body);
        await stage.wait(3);
        await stage.post('/avatar', body);
        await stage.wait(1);
      }
    },
  },
  {
    name: 'stops trying for good when too much has failed',
    options: { capacity: { saturated: true } },
    play: async (stage) => {
      const image = await stage.upload();
      for (let order = 0; order < 12; order++) {
        const body = { image_key: image, script: `Good morning, number ${order}.` };
        await stage.post('/avatar', body);
        await stage.wait(3);
        if (order < 6) await stage.post('/avatar', body);
        await stage.wait(1);
      }
    },
  },
  {
    name: 'waits longer each time for the one, and a little for the other',
    play: async (stage) => {
      const image = await stage.upload();
      for (const [script, waits] of [
        ['magic_rate_limited', [5, 10, 20]],
        ['magic_at_capacity', [2, 2, 2]],
      ] as const) {
        await stage.post('/avatar', { image_key: image, script });
        for (const seconds of waits) {
          await stage.wait(seconds);
          await stage.post('/avatar', { image_key: image, script });
        }
      }
    },
  },
  {
    name: 'tops up too little at first',
    options: { balance: 0 },
    play: async (stage) => {
      const image = await stage.upload();
      for (const usd of [0, 0.01, 1]) {
        await stage.topUp(usd);
        const { body, status } = await stage.post('/avatar', { image_key: image, script: 'Good morning.' });
        if (status === 202) await download(await finish(stage, body.status_url));
        await stage.wait(60);
      }
    },
  },
  {
    name: 'asks again for a link that had expired before it came to it',
    play: async (stage) => {
      const { body } = await submit(stage);
      const job = await finish(stage, body.status_url);
      await stage.wait(3 * 24 * 3_600);
      await download(job);
      await download((await stage.get(body.status_url)).body);
    },
  },
  {
    name: 'gets links that have all expired, and asks twice',
    play: async (stage) => {
      const image = await stage.upload();
      const { body } = await stage.post('/avatar', { image_key: image, script: 'magic_job_link_expired' });
      await download(await finish(stage, body.status_url));
      for (let again = 0; again < 2; again++) await download((await stage.get(body.status_url)).body);
    },
  },
  {
    name: 'loses the answer to a submit and lets it be',
    play: async (stage) => {
      await submit(stage, { headers: { 'x-understudy-fault': 'request-drop-after-commit' } }).catch(() => undefined);
      await stage.get('/balance');
    },
  },
  {
    name: 'makes another order after a lost one, and tells them apart by the query of their callback_url alone',
    play: async (stage) => {
      const image = await stage.upload();
      const order = (number: number, headers: Record<string, string> = {}) => {
        const callback_url = `http://127.0.0.1:9/hook?order=${number}`;
        return stage.post('/avatar', { image_key: image, script: 'Good morning.', callback_url }, { headers });
      };
      await order(1, { 'x-understudy-fault': 'request-drop-after-commit' }).catch(() => undefined);
      await stage.wait(1);
      await download(await finish(stage, (await order(2)).body.status_url));
    },
  },
  {
    name: 'has many workers that ask for the same at the same time',
    options: { rateLimit: 5 },
    play: async (stage) => {
      for (let round = 0; round < 3; round++) {
        await Promise.all(Array.from({ length: 10 }, () => stage.get('/voices')));
        await stage.wait(60);
      }
    },
  },
  {
    name: 'looks through the last usage records, of which there are as many as it asks for',
    play: async (stage) => {
      await main(stage);
      await main(stage);
      await stage.get('/usage?limit=2');
    },
  },
  {
    name: 'reads a long period in pieces',
    play: async (stage) => {
      await main(stage);
      await main(stage);
      await stage.get('/usage?from=2026-01-01&to=2026-02-01&limit=2');
      await stage.get('/usage?from=2026-02-01&to=2026-03-01&limit=2');
    },
  },
  {
    name: 'shows the latest of a long usage log, as many as it asks for',
    options: { jobTime: 0, rateLimit: 'off' },
    play: async (stage) => {
      await fillUsage(stage);
      await stage.get('/usage?limit=20');
    },
  },
  {
    name: 'reads a usage log that was cut off, and the summary',
    options: { jobTime: 0, rateLimit: 'off' },
    play: async (stage) => {
      await fillUsage(stage);
      await stage.get('/usage/summary');
      await stage.get('/usage');
    },
  },
  {
    name: 'asks for more of a usage log when it was cut off',
    options: { jobTime: 0, rateLimit: 'off' },
    play: async (stage) => {
      await fillUsage(stage);
      await stage.get('/usage');
      await stage.get('/usage?limit=500');
    },
  },
  {
    name: 'sends sound that is one value for ever',
    play: (stage) => speak(stage, [...Array.from({ length: 6 }, () => Buffer.alloc(960, 0x3c)), Buffer.alloc(0)]),
  },
  {
    name: 'sends silence',
    play: (stage) =>
      speak(
        stage,
        Array.from({ length: 6 }, () => Buffer.alloc(960)),
      ),
  },
  {
    name: 'cuts its sound in pieces that are no whole samples',
    play: (stage) =>
      speak(
        stage,
        [961, 959, 960, 961, 959].map((bytes, at) => Buffer.alloc(bytes, at)),
      ),
  },
  {
    name: 'makes its sound in bursts, and later than it plays',
    play: async (stage) => {
      const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
      for (let at = 0; at < 200; at++) await speaks(stage, ws, 480, at % 10 === 9 ? 0.3 : 0, at);
      await stage.close(ws);
    },
  },
  {
    name: 'comes back after the line broke',
    play: async (stage) => {
      const session = await voiceSession(stage, { voice_profile_id: 'magic_socket_reset' });
      leavesOpen(stage);
      const ws = new WebSocket(addressOf(session)).on('error', () => undefined);
      const gone = once(ws, 'close');
      ws.on('message', () => ws.send(Buffer.alloc(960)));
      await gone;
      await stage.open(addressOf(session));
    },
  },
  {
    name: 'opens a session that it never connects to',
    play: async (stage) => {
      await voiceSession(stage);
      await stage.wait(3_600);
    },
  },
  {
    name: 'is behind a proxy that puts the key in',
    play: async ({ get }) =>
      void (await get('/balance', { headers: { origin: 'https://shop.example', via: '1.1 gateway' } })),
  },
  {
    name: 'asks for prices without a key',
    play: async ({ get }) => void (await get('/pricing', { key: null })),
  },
];

const speak = async (stage: Stage, sound: readonly Buffer[]): Promise<void> => {
  const ws = await stage.open(addressOf(await voiceSession(stage)), 1);
  for (const bytes of sound) ws?.send(bytes);
  await stage.close(ws);
};
