/** What a client sees of `spec/gaps/wire/validation.ts`. */
import type { validation as gaps } from '../../spec/gaps/wire/validation.ts';
import { limits } from '../../spec/limits.ts';
import { defaultPrompts } from '../default-prompts.ts';
import { at, codeOf } from './client.case.ts';
import type { Rows } from './row.case.ts';

const minute = { duration_minutes: 1 };

export const validation: Rows<keyof typeof gaps> = {
  'unknown-fields': {
    look: async (client) => codeOf(await client.post('/voice/session', { surprise: 1 })),
    sees: { ignored: undefined, refused: 'invalid_input' },
  },
  'null-fields': {
    look: async (client) => [
      codeOf(await client.post('/voice/session', { duration_minutes: null })),
      // A required field is not optional.
      codeOf(await client.post('/full-live-swap/session', { duration_minutes: null })),
    ],
    sees: { refused: ['invalid_input', 'invalid_input'], 'as-absent': [undefined, 'invalid_input'] },
  },
  'empty-body': {
    look: async (client) => [
      at((await client.call('POST', '/voice/session')).body, 'max_duration_sec'),
      codeOf(await client.call('POST', '/full-live-swap/session')),
    ],
    sees: {
      refused: [undefined, 'invalid_input'],
      'as-object': [limits.voiceMinutesDefault * 60, 'invalid_input'],
    },
  },
  'body-media-type': {
    look: async (client) => {
      const send = (type: string) =>
        client.call('POST', '/voice/session', undefined, { raw: '{}', headers: { 'content-type': type } });
      return [codeOf(await send('text/plain')), codeOf(await send('application/json'))];
    },
    sees: { refused: ['invalid_input', undefined], read: [undefined, undefined] },
  },
  'text-too-long': {
    look: async (client) => [
      codeOf(await client.post('/full-live-swap/session', { ...minute, prompt: 'x'.repeat(2_001) })),
      codeOf(await client.speak('x'.repeat(45_001))),
      codeOf(await client.speak('x'.repeat(45_000))),
    ],
    sees: {
      invalid_input: ['invalid_input', 'invalid_input', undefined],
      input_too_large: ['input_too_large', 'input_too_large', undefined],
    },
  },
  'text-unit': {
    look: async (client) => {
      const refused = codeOf(await client.post('/full-live-swap/session', { ...minute, prompt: '😀'.repeat(1_001) }));
      const { body } = await client.speak('😀'.repeat(1_000));
      await client.clock.advance({ seconds: 60 });
      return [refused, at((await client.get(`/jobs/${String(at(body, 'id'))}`)).body, 'charged_usd')];
    },
    sees: { 'code-points': [undefined, 0.05], 'utf-16': ['invalid_input', 0.1] },
  },
  'empty-script': {
    look: async (client) => [codeOf(await client.speak(' \n')), codeOf(await client.speak(''))],
    sees: {
      refused: ['invalid_input', 'invalid_input'],
      'blank-accepted': [undefined, 'invalid_input'],
      accepted: [undefined, undefined],
    },
  },
  'empty-prompt': {
    look: async (client) => {
      const seen = await client.post('/full-live-swap/session', { ...minute, prompt: '' });
      return codeOf(seen) ?? at(seen.body, 'prompt');
    },
    sees: { refused: 'invalid_input', 'as-omitted': defaultPrompts.short, kept: '' },
  },
  'language-values': {
    look: async (client) => {
      const codes = [];
      for (const language of ['en', 'pt-BR', 'plain English'])
        codes.push(codeOf(await client.speak('a', { language })));
      return codes;
    },
    sees: { any: [undefined, undefined, undefined], 'tags-only': [undefined, undefined, 'invalid_input'] },
  },
  'unknown-file-key': {
    look: async (client) => codeOf(await client.post('/voice-clone', { voice_key: 'file_a1_none', script: 'a' })),
    sees: { invalid_input: 'invalid_input', not_found: 'not_found' },
  },
  'wrong-file-kind': {
    look: async (client) =>
      codeOf(await client.post('/voice-clone', { voice_key: await client.upload('portrait.png'), script: 'a' })),
    sees: { invalid_input: 'invalid_input', unsupported_format: 'unsupported_format' },
  },
  'unknown-voice': {
    look: async (client) => [
      codeOf(await client.post('/voice/session', { voice_profile_id: 'nobody' })),
      codeOf(
        await client.post('/avatar', { image_key: await client.upload('face.jpg'), script: 'a', voice_id: 'nobody' }),
      ),
    ],
    sees: { invalid_input: ['invalid_input', 'invalid_input'], not_found: ['not_found', 'not_found'] },
  },
  'callback-url-invalid': {
    look: async (client) => codeOf(await client.speak('a', { callback_url: 'nowhere' })),
    sees: { refused: 'invalid_input', undelivered: undefined },
  },
  'input-kinds': {
    look: async (client) => {
      const [image, video] = [await client.upload('portrait.png'), await client.upload('clip.mp4')];
      return [
        codeOf(await client.post('/face-swap-image', { image_key: image, face_key: video })),
        codeOf(await client.post('/voice-clone', { voice_key: video, script: 'a' })),
        codeOf(await client.post('/avatar', { image_key: video, script: 'a' })),
      ];
    },
    sees: {
      one: ['invalid_input', 'invalid_input', 'invalid_input'],
      'from-videos': [undefined, undefined, 'invalid_input'],
    },
  },
  'avatar-voice-ids': {
    look: async (client) => {
      const image = await client.upload('portrait.png');
      const voice = at((await client.get('/voices')).body, 0, 'id');
      return [
        codeOf(await client.post('/avatar', { image_key: image, script: 'a', voice_id: voice })),
        codeOf(await client.post('/avatar', { image_key: image, script: 'a' })),
        codeOf(await client.post('/voice/session', { voice_profile_id: voice })),
      ];
    },
    sees: { 'same-list': [undefined, undefined, undefined], 'own-list': ['invalid_input', undefined, undefined] },
  },
};
