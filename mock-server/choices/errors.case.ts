/** What a client sees of `spec/gaps/wire/errors.ts`. */
import { expect } from 'vitest';
import { httpErrors } from '../../spec/errors.ts';
import type { errors as gaps } from '../../spec/gaps/wire/errors.ts';
import { type Client, at, codeOf, errorIn } from './client.case.ts';
import type { Rows } from './row.case.ts';

const code = 'not_found';
const message: unknown = expect.stringMatching(/./);

/** A session while voice capacity warms up, one on a tier that is switched off, a job while all is full. */
const refusedForCapacity = async (client: Client): Promise<(string | null)[]> => {
  await client.control.setCapacity({ voice: 'warming', tiers: { pro: false }, saturated: true });
  const seen = [
    await client.post('/voice/session', {}),
    await client.post('/full-live-swap/session', { duration_minutes: 1 }),
    await client.swapImage(),
  ];
  expect(seen.map(codeOf)).toEqual(['capacity_warming', 'capacity_unavailable', 'at_capacity']);
  return seen.map(({ headers }) => headers.get('retry-after'));
};

export const errors: Rows<keyof typeof gaps> = {
  'error-body': {
    look: async (client) => {
      const { body, headers } = await client.get('/jobs/none');
      return [headers.get('content-type'), body];
    },
    sees: {
      nested: ['application/json', { error: { code, message } }],
      flat: ['application/json', { code, message }],
      problem: [
        'application/problem+json',
        { type: 'about:blank', title: code, status: 404, detail: message, code, message },
      ],
      list: ['application/json', { errors: [{ code, message }] }],
    },
  },
  'message-wording': {
    look: async (client) => [
      errorIn((await client.post('/voice/session', { duration_minutes: 999 })).body)?.message,
      at((await client.finishedImage('magic_face_not_detected')).body, 'error', 'message'),
    ],
    sees: {
      explaining: [
        'duration_minutes must be a whole number from 1 to 120, got 999',
        expect.stringMatching(/one clearly/),
      ],
      terse: [httpErrors.invalid_input.trigger, 'There is no face in the input.'],
    },
  },
  'authenticate-header': {
    look: async (client) => {
      const { status, headers } = await client.call('GET', '/balance', undefined, { authorization: null });
      return [status, headers.get('www-authenticate')];
    },
    sees: { none: [401, null], bearer: [401, 'Bearer'] },
  },
  'bearer-case': {
    look: async (client) => {
      const statuses = [];
      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Basic']) {
        const authorization = `${scheme} ${client.apiKey}`;
        statuses.push((await client.call('GET', '/balance', undefined, { authorization })).status);
      }
      return statuses;
    },
    sees: { exact: [200, 401, 401, 401], 'any-case': [200, 200, 200, 401] },
  },
  'capacity-retry-header': {
    look: refusedForCapacity,
    sees: { none: [null, null, null], 'retry-after': ['60', '30', '5'] },
  },
  'refusal-order': {
    options: { balance: 0.03 },
    look: async (client) => {
      await client.swapImage({ 'idempotency-key': 'k' });
      const known = codeOf(await client.post('/face-swap-image', {}, { 'idempotency-key': 'k' }));
      const script = 'x'.repeat(1_000);
      const noFile = codeOf(await client.post('/voice-clone', { voice_key: 'none', script }));
      const noVoice = codeOf(await client.post('/voice/session', { voice_profile_id: 'nobody' }));
      await client.control.setCapacity({ voice: 'none', saturated: true });
      const full = codeOf(await client.swapImage());
      return [known, noFile, noVoice, full, codeOf(await client.post('/voice/session', {}))];
    },
    sees: {
      plain: ['invalid_input', 'invalid_input', 'invalid_input', 'insufficient_balance', 'insufficient_balance'],
      'replay-before-body': [
        undefined,
        'invalid_input',
        'invalid_input',
        'insufficient_balance',
        'insufficient_balance',
      ],
      'funds-before-inputs': [
        'invalid_input',
        'insufficient_balance',
        'insufficient_balance',
        'insufficient_balance',
        'insufficient_balance',
      ],
      'capacity-before-funds': [
        'invalid_input',
        'invalid_input',
        'invalid_input',
        'at_capacity',
        'capacity_unavailable',
      ],
    },
  },
};
