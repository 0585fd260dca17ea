/** What a client sees of `spec/gaps/wire/answers.ts`. */
import { expect } from 'vitest';
import type { answers as gaps } from '../../spec/gaps/wire/answers.ts';
import { at } from './client.case.ts';
import type { Rows } from './row.case.ts';

const uuid: unknown = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const prefixed = (word: string): unknown => expect.stringMatching(new RegExp(`^${word}_a1_[a-z0-9]+$`));

export const answers: Rows<keyof typeof gaps> = {
  'submit-status': {
    look: async (client) => (await client.swapImage()).status,
    sees: { '202': 202, '200': 200, '201': 201 },
  },
  'upload-status': {
    look: async (client) => (await client.sendFile('x', 'image/png')).status,
    sees: { '201': 201, '200': 200, '202': 202 },
  },
  'session-status': {
    look: async (client) =>
      [
        await client.post('/voice/session', {}),
        await client.post('/full-live-swap/session', { duration_minutes: 1 }),
      ].map(({ status }) => status),
    sees: { '201': [201, 201], '200': [200, 200], '202': [202, 202] },
  },
  'json-media-type': {
    look: async (client) =>
      [await client.get('/balance'), await client.get('/jobs/none'), await client.get('/nowhere')].map(({ headers }) =>
        headers.get('content-type'),
      ),
    sees: {
      plain: Array(3).fill('application/json'),
      charset: Array(3).fill('application/json; charset=utf-8'),
    },
  },
  'timestamp-precision': {
    look: async (client) => {
      await client.finishedImage();
      const { body } = await client.get('/usage/summary?from=2026-01-01');
      return [at((await client.get('/usage')).body, 0, 'created_at'), at(body, 'from')];
    },
    sees: {
      milliseconds: ['2026-01-01T00:00:01.050Z', '2026-01-01T00:00:00.000Z'],
      seconds: ['2026-01-01T00:00:01Z', '2026-01-01T00:00:00Z'],
      'zero-offset': ['2026-01-01T00:00:01.050000+00:00', '2026-01-01T00:00:00.000000+00:00'],
    },
  },
  'extra-members': {
    look: async (client) => {
      const job = await client.finishedImage();
      const usage = await client.get('/usage');
      const bodies = [job, await client.get('/balance'), await client.get('/usage/summary')].map(({ body }) => body);
      const entries = [at(usage.body, 0), at((await client.get('/voices')).body, 0)];
      const rate = at((await client.get('/pricing')).body, 'avatar');
      return [...bodies, ...entries, rate].map((body) => at(body, 'object'));
    },
    sees: {
      none: Array(6).fill(undefined),
      some: ['job', 'balance', 'usage_summary', 'usage_record', 'voice', 'rate'],
    },
  },
  'id-form': {
    look: async (client) => {
      const uploaded = (await client.sendFile('x', 'image/png')).body;
      const job = (await client.swapImage()).body;
      const session = (await client.post('/voice/session', {})).body;
      // Whatever ids look like, they lead to what they stand for.
      expect((await client.get(String(at(uploaded, 'url')))).text).toBe('x');
      expect((await client.get(`/jobs/${String(at(job, 'id'))}`)).status).toBe(200);
      await client.control.finishJob(String(at(job, 'id')));
      const done = (await client.get(`/jobs/${String(at(job, 'id'))}`)).body;
      expect((await client.get(String(at(done, 'output_url')))).status).toBe(200);
      const [record] = (await client.get('/usage')).body as unknown[];
      expect(at(record, 'id')).not.toBe(at(job, 'id'));
      expect(at(session, 'session_token')).toMatch(/^rt_/);
      return [at(uploaded, 'file_key'), at(job, 'id'), at(session, 'session_id'), at(record, 'id')];
    },
    sees: {
      prefixed: [prefixed('file'), prefixed('job'), prefixed('sess'), expect.stringMatching(/^use_job_a1_/)],
      uuid: [uuid, uuid, uuid, uuid],
    },
  },
  'unknown-route': {
    look: async (client) => {
      const seen = [await client.get('/nowhere'), await client.call('PUT', '/balance'), await client.get('/avatar')];
      return seen.map(({ status, headers }) => [status, headers.get('allow')]);
    },
    sees: {
      '404': [
        [404, null],
        [404, null],
        [404, null],
      ],
      '405': [
        [404, null],
        [405, 'GET, HEAD'],
        [405, 'POST'],
      ],
    },
  },
  'trailing-slash': {
    look: async (client) => [(await client.get('/balance/')).status, (await client.get('/usage/?limit=1')).status],
    sees: { unknown: [404, 404], same: [200, 200] },
  },
  'read-status': {
    look: async (client) => {
      const job = await client.finishedImage();
      const paths = [
        '/balance',
        '/usage',
        '/usage/summary',
        '/voices',
        '/pricing',
        `/jobs/${String(at(job.body, 'id'))}`,
      ];
      return Promise.all(paths.map(async (path) => (await client.get(path)).status));
    },
    sees: { '200': Array(6).fill(200), '203': Array(6).fill(203) },
  },
  'response-headers': {
    look: async (client) =>
      [await client.get('/balance'), await client.get('/nowhere')].map(({ headers }) =>
        ['server', 'via', 'vary'].map((name) => headers.get(name)),
      ),
    sees: {
      least: [
        [null, null, null],
        [null, null, null],
      ],
      gateway: [
        ['gateway', '1.1 gateway', 'accept-encoding'],
        ['gateway', '1.1 gateway', 'accept-encoding'],
      ],
    },
  },
};
