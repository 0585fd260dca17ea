/** What a client sees of `spec/gaps/wire/outputs.ts`. */
import { expect } from 'vitest';
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
};
