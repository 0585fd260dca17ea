/** What a client sees of `spec/gaps/wire/outputs.ts`. */
import { expect } from 'vitest';
import { imageSize } from '../media/image-header.ts';
import type { outputs as gaps } from '../../spec/gaps/wire/outputs.ts';
import { type Client, at } from './client.case.ts';
import type { Rows } from './row.case.ts';

const linkOf = (body: unknown): string => String(at(body, 'output_url'));

/** A swapped video without a word on its size. */
const swappedVideo = async (client: Client): Promise<unknown> => {
  const body = { video_key: await client.upload('clip.mp4'), face_key: await client.upload('face.jpg') };
  const { body: taken } = await client.post('/face-swap', body);
  await client.clock.advance({ seconds: 60 });
  return (await client.get(`/jobs/${String(at(taken, 'id'))}`)).body;
};

/** Lips of three seconds to a sound of four. */
const lipSync = async (client: Client): Promise<unknown> => {
  const body = { video_key: await client.upload('clip.mp4'), audio_key: await client.upload('speech.mp3') };
  const { body: taken } = await client.post('/lip-sync', body);
  await client.clock.advance({ seconds: 60 });
  return (await client.get(`/jobs/${String(at(taken, 'id'))}`)).body;
};

export const outputs: Rows<keyof typeof gaps> = {
  'link-lifetime': {
    look: async (client) => {
      const link = linkOf((await client.finishedImage()).body);
      const statuses = [(await client.get(link)).status];
      for (const hours of [2, 23, 7 * 24]) {
        await client.clock.advance({ seconds: hours * 3_600 });
        statuses.push((await client.get(link)).status);
      }
      return statuses;
    },
    sees: { '24h': [200, 200, 403, 403], '1h': [200, 403, 403, 403], '7d': [200, 200, 200, 403] },
  },
  'link-renewal': {
    look: async (client) => {
      const { body } = await client.finishedImage();
      await client.clock.advance({ seconds: 25 * 3_600 });
      const later = linkOf((await client.get(`/jobs/${String(at(body, 'id'))}`)).body);
      return [later === linkOf(body), (await client.get(later)).status];
    },
    sees: { 'each-get': [false, 200], 'at-completion': [true, 403] },
  },
  'link-expired': {
    look: async (client) => (await client.get(`${linkOf((await client.finishedImage()).body)}0`)).status,
    sees: { '403': 403, '401': 401, '404': 404, '410': 410 },
  },
  'video-result': {
    look: async (client) => {
      const link = linkOf(await swappedVideo(client));
      const { headers, text } = await client.get(link);
      return [new URL(link).pathname, headers.get('content-type'), text.slice(4, 12)];
    },
    sees: {
      mp4: [expect.stringMatching(/\.mp4$/), 'video/mp4', expect.stringMatching(/^ftypiso/)],
      mov: [expect.stringMatching(/\.mov$/), 'video/quicktime', 'ftypqt  '],
    },
  },
  'resolution-default': {
    // Three seconds; the price tells which resolution it was.
    look: async (client) => at(await swappedVideo(client), 'charged_usd'),
    sees: { '480': 0.036, '720': 0.06, '1080': 0.105 },
  },
  'face-swap-sound': {
    look: async (client) => (await client.get(linkOf(await swappedVideo(client)))).text.includes('soun'),
    sees: { kept: true, silent: false },
  },
  'link-access': {
    look: async (client) => {
      const link = linkOf((await client.finishedImage()).body);
      const withKey = await client.get(link);
      return [withKey.status, (await client.call('GET', link, undefined, { authorization: null })).status];
    },
    sees: { signature: [200, 200], 'no-api-key': [400, 200] },
  },
  'result-retention': {
    look: async (client) => {
      const { body } = await client.finishedImage();
      const statuses = [];
      for (const days of [29, 2]) {
        await client.clock.advance({ seconds: days * 86_400 });
        const polled = await client.get(`/jobs/${String(at(body, 'id'))}`);
        statuses.push(polled.status, (await client.get(linkOf(polled.body))).status);
      }
      return statuses;
    },
    sees: { 'as-job': [200, 200, 200, 200], '30d': [200, 200, 200, 404] },
  },
  'image-result': {
    look: async (client) => {
      const link = linkOf((await client.finishedImage()).body);
      const { headers, text } = await client.get(link);
      const size = imageSize(Buffer.from(text, 'latin1'));
      return [new URL(link).pathname.slice(-4), headers.get('content-type'), text.slice(0, 6), size];
    },
    sees: {
      png: ['.png', 'image/png', '\x89PNG\r\n', { width: 384, height: 512 }],
      gif: ['.gif', 'image/gif', 'GIF89a', { width: 384, height: 512 }],
    },
  },
  'voice-result': {
    look: async (client) => {
      const id = String(at((await client.speak('x'.repeat(150))).body, 'id'));
      await client.clock.advance({ seconds: 60 });
      const link = linkOf((await client.get(`/jobs/${id}`)).body);
      const { headers, text } = await client.get(link);
      return [new URL(link).pathname.slice(-4), headers.get('content-type'), text.slice(0, 2)];
    },
    sees: { wav: ['.wav', 'audio/wav', 'RI'], mp3: ['.mp3', 'audio/mpeg', '\xff\xf3'] },
  },
  'lip-sync-sound': {
    look: async (client) => (await client.get(linkOf(await lipSync(client)))).text.includes('soun'),
    sees: { given: true, silent: false },
  },
  'result-length': {
    // 4.056 seconds of sound for three of video; the price tells how long the result is.
    look: async (client) => at(await lipSync(client), 'charged_usd'),
    sees: { 'of-audio': 0.16224, 'of-video': 0.12 },
  },
};
