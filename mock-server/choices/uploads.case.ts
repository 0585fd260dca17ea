/** What a client sees of `spec/gaps/wire/uploads.ts`. */
import type { uploads as gaps } from '../../spec/gaps/wire/uploads.ts';
import { type Client, at, codeOf, longSound } from './client.case.ts';
import type { Rows } from './row.case.ts';

/** Uploads a sound of a length and speaks with it: the code of the first refusal, and where it came. */
const speakWith = async (client: Client, seconds: number): Promise<string> => {
  const uploaded = await client.sendFile(longSound(seconds), 'audio/wav');
  const refused = codeOf(uploaded);
  if (refused !== undefined) return `${refused} at upload`;
  const voice_key = at(uploaded.body, 'file_key');
  return codeOf(await client.post('/voice-clone', { voice_key, script: 'a' })) ?? 'accepted';
};

const day = 24 * 3_600;

export const uploads: Rows<keyof typeof gaps> = {
  'upload-url': {
    look: async (client) => {
      const url = String(at((await client.sendFile('x', 'image/png')).body, 'url'));
      const now = (await client.get(url)).status;
      await client.clock.advance({ seconds: 2 * day });
      return [now, (await client.get(url)).status];
    },
    sees: { open: [200, 200], signed: [200, 403] },
  },
  'upload-retention': {
    look: async (client) => {
      const key = await client.upload('portrait.png');
      const codes = [];
      for (const seconds of [day - 1, 1]) {
        await client.clock.advance({ seconds });
        codes.push(codeOf(await client.post('/face-swap-image', { image_key: key, face_key: key })));
      }
      return codes;
    },
    sees: { kept: [undefined, undefined], '24h': [undefined, 'invalid_input'] },
  },
  'size-unit': {
    look: async (client) => codeOf(await client.sendFile(new Uint8Array(45_000_001), 'image/png')),
    sees: { decimal: 'input_too_large', binary: undefined },
  },
  'duration-limit': {
    look: async (client) => [
      await speakWith(client, 9 * 60),
      await speakWith(client, 11 * 60),
      await speakWith(client, 31 * 60),
    ],
    sees: {
      'at-submit': ['accepted', 'accepted', 'input_too_large'],
      'at-upload': ['accepted', 'accepted', 'input_too_large at upload'],
      'short-at-submit': ['accepted', 'input_too_large', 'input_too_large'],
    },
  },
  'voice-sample': {
    look: async (client) => [await speakWith(client, 2), await speakWith(client, 3), await speakWith(client, 16)],
    sees: {
      accepted: ['accepted', 'accepted', 'accepted'],
      refused: ['invalid_input', 'accepted', 'invalid_input'],
    },
  },
  'accepted-types': {
    look: async (client) => [
      codeOf(await client.sendFile('x', 'image/gif')),
      codeOf(await client.sendFile('x', 'image/png')),
    ],
    sees: { 'any-of-kind': [undefined, undefined], 'common-only': ['unsupported_format', undefined] },
  },
  'content-sniffing': {
    look: async (client) => {
      await client.upload('clip.webm');
      await client.upload('clip.mp4');
      await client.upload('speech.mp3');
      await client.upload('voice.wav');
      await client.upload('face.jpg');
      return [
        codeOf(await client.sendFile('<html>', 'image/png')),
        codeOf(await client.sendFile('<html>', 'image/x-unheard-of')),
        codeOf(await client.post('/voice-clone', { voice_key: await client.upload('voice.wav'), script: 'a' })),
      ];
    },
    sees: { declared: [undefined, undefined, undefined], sniffed: ['unsupported_format', undefined, undefined] },
  },
  'octet-stream-upload': {
    look: async (client) => codeOf(await client.sendFile('x', 'application/octet-stream', 'portrait.png')),
    sees: { refused: 'unsupported_format', 'by-name': undefined },
  },
  'empty-file': {
    look: async (client) => codeOf(await client.sendFile('', 'image/png')),
    sees: { invalid_input: 'invalid_input', unsupported_format: 'unsupported_format', accepted: undefined },
  },
  'extra-form-fields': {
    look: async (client) => {
      const form = new FormData();
      form.set('purpose', 'face');
      form.set('file', new Blob(['x'], { type: 'image/png' }), 'x.png');
      return codeOf(await client.sendForm(form));
    },
    sees: { refused: 'invalid_input', ignored: undefined },
  },
};
