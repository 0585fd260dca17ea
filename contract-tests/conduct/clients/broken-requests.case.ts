/** Clients that send the wrong thing: keys, bodies, inputs. */
import { request } from 'node:http';
import type { BrokenClient } from './broken.case.ts';
import { download, fillUsage, finish, main } from './well.case.ts';

export const brokenRequests: readonly BrokenClient[] = [
  {
    name: 'sends the key under a header of its own invention',
    clause: 'authentication.bearer-sent',
    play: async ({ get, mock }) => void (await get('/balance', { key: null, headers: { 'x-api-key': mock.apiKey } })),
  },
  {
    name: 'sends the key without the word Bearer',
    clause: 'authentication.bearer-sent',
    play: async ({ get, mock }) => void (await get('/balance', { key: null, headers: { authorization: mock.apiKey } })),
  },
  {
    name: 'puts the key into the query as well',
    clause: 'authentication.bearer-sent',
    play: async ({ get, mock }) => void (await get(`/balance?api_key=${mock.apiKey}`)),
  },
  {
    name: 'puts the key into the query under a name that says nothing',
    clause: 'authentication.bearer-sent',
    play: async ({ get, mock }) => void (await get(`/voices?k=${mock.apiKey}`)),
  },
  {
    name: 'is a web page that holds the key',
    clause: 'authentication.key-not-in-client-code',
    // fetch of Node sets no Origin of a caller's choice: it is written by hand.
    play: ({ mock }) =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${mock.apiKey}`, origin: 'https://shop.example' };
        request(`${mock.url}/balance`, { headers }, (response) => response.resume().on('end', resolve))
          .on('error', reject)
          .end();
      }),
  },
  {
    name: 'is a web page whose browser asks first',
    clause: 'authentication.key-not-in-client-code',
    play: ({ mock }) =>
      new Promise((resolve, reject) => {
        const headers = {
          origin: 'https://shop.example',
          'access-control-request-headers': 'authorization,content-type',
        };
        request(`${mock.url}/avatar`, { method: 'OPTIONS', headers }, (response) =>
          response.resume().on('end', resolve),
        )
          .on('error', reject)
          .end();
      }),
  },
  {
    name: 'is an app on a phone that holds the key',
    clause: 'authentication.key-on-servers-only',
    play: async ({ get }) =>
      void (await get('/balance', { headers: { 'user-agent': 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)' } })),
  },
  {
    name: 'goes on with a key that was refused',
    clause: 'errors.unauthorized-code',
    play: async ({ get, wait }) => {
      for (let tries = 0; tries < 5; tries++) {
        await get('/balance', { key: 'revoked-long-ago' });
        await wait(1);
      }
    },
  },
  {
    name: 'submits a form instead of JSON',
    clause: 'conventions.request-json',
    play: async ({ upload, post }) => {
      const image = await upload();
      const raw = `image_key=${image}&face_key=${image}`;
      await post('/face-swap-image', {}, { raw, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
    },
  },
  {
    name: 'writes JSON by hand and forgets the quotes',
    clause: 'conventions.request-json',
    play: async ({ upload, post }) => {
      const image = await upload();
      await post('/face-swap-image', {}, { raw: `{image_key: ${image}, face_key: ${image}}` });
    },
  },
  {
    name: 'uploads a file as JSON',
    clause: 'endpoints.uploads.multipart',
    play: async ({ post }) => void (await post('/uploads', { file: Buffer.alloc(64).toString('base64') })),
  },
  {
    name: 'uploads the bare bytes of a file',
    clause: 'endpoints.uploads.multipart',
    play: async ({ post }) =>
      void (await post('/uploads', {}, { raw: Buffer.alloc(64), headers: { 'content-type': 'image/png' } })),
  },
  {
    name: 'names its inputs by web addresses',
    clause: 'service.inputs-by-file-key',
    play: async ({ post }) =>
      void (await post('/face-swap-image', {
        image_key: 'https://shop.example/base.png',
        face_key: 'https://shop.example/face.png',
      })),
  },
  {
    name: 'submits before it has uploaded',
    clause: 'service.inputs-uploaded-first',
    play: async ({ post, upload }) => {
      await post('/face-swap-image', { image_key: 'portrait.png', face_key: 'portrait.png' });
      await upload();
    },
  },
  {
    name: 'takes half a minute for a reference voice',
    clause: 'limits.voice-sample-length',
    play: async (stage) => {
      const voice = await stage.upload(wavOf(30));
      const { body } = await stage.post('/voice-clone', { voice_key: voice, script: 'Hello.' });
      await download(await finish(stage, body.status_url));
    },
  },
  {
    name: 'misspells a field',
    clause: 'endpoints.submit.json-body',
    play: async (stage) => {
      const image = await stage.upload();
      const body = { image_key: image, face_key: image, callbackUrl: 'https://shop.example/hooks' };
      const { body: job } = await stage.post('/face-swap-image', body);
      await download(await finish(stage, job.status_url));
    },
  },
  {
    name: 'tries an invalid submit again and again',
    clause: 'errors.invalid-input-code',
    play: async (stage) => {
      const image = await stage.upload();
      for (let tries = 0; tries < 4; tries++) {
        await stage.post('/avatar', { image_key: image, script: '' });
        await stage.post('/avatar', { image_key: image });
        await stage.wait(2);
      }
    },
  },
  {
    name: 'asks again and again for a page that is too long',
    clause: 'errors.invalid-input-code',
    play: async (stage) => {
      for (let tries = 0; tries < 4; tries++) {
        await stage.get('/usage?limit=501');
        await stage.wait(2);
      }
    },
  },
  {
    name: 'adds up a usage log that was cut off at its limit',
    clause: 'endpoints.usage-summary.preferred-for-totals',
    options: { jobTime: 0, rateLimit: 'off' },
    play: async (stage) => {
      await fillUsage(stage);
      await stage.get('/usage');
      await stage.wait(60);
    },
  },
  {
    name: 'uses one Idempotency-Key for everything',
    clause: 'limits.retry-safety-same-job',
    play: async (stage) => {
      const image = await stage.upload();
      const headers = { 'idempotency-key': 'the-key' };
      await main(stage, { headers });
      // The first job comes back, which was fetched.
      await stage.post('/avatar', { image_key: image, script: 'Good morning.' }, { headers });
    },
  },
  {
    name: 'sends a submit again without a key when the answer is lost',
    clause: 'limits.retry-safety-no-duplicate-render',
    play: async (stage) => {
      const image = await stage.upload();
      const body = { image_key: image, face_key: image };
      await stage.post('/face-swap-image', body, lost()).catch(() => undefined);
      await stage.wait(1);
      const { body: job } = await stage.post('/face-swap-image', body);
      await download(await finish(stage, job.status_url));
    },
  },
  {
    name: 'makes a fresh key for every attempt',
    clause: 'limits.retry-safety-no-second-charge',
    play: async (stage) => {
      const image = await stage.upload();
      const body = { image_key: image, face_key: image };
      await stage.post('/face-swap-image', body, lost('attempt-1')).catch(() => undefined);
      await stage.wait(1);
      const { body: job } = await stage.post('/face-swap-image', body, { headers: { 'idempotency-key': 'attempt-2' } });
      await download(await finish(stage, job.status_url));
    },
  },
  {
    name: 'drops the key when it tries again',
    clause: 'limits.retry-safety-no-second-charge',
    play: async (stage) => {
      const image = await stage.upload();
      const body = { image_key: image, face_key: image };
      await stage.post('/face-swap-image', body, lost('order-1')).catch(() => undefined);
      const { body: job } = await stage.post('/face-swap-image', body);
      await download(await finish(stage, job.status_url));
    },
  },
];

const lost = (key?: string): { headers: Record<string, string> } => ({
  headers: { 'x-understudy-fault': 'request-drop-after-commit', ...(key !== undefined && { 'idempotency-key': key }) },
});

/** Silence: the mock reads its length. */
const wavOf = (seconds: number): Buffer<ArrayBuffer> => {
  const rate = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + 2 * rate * seconds, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(2 * rate * seconds, 40);
  return Buffer.concat([header, Buffer.alloc(2 * rate * seconds)]);
};
