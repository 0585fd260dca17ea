/** Choices of lawful behaviour, and the probe beside them, as they are typed and shown. */
import { afterAll, expect, test } from 'vitest';
import { wireGaps } from '../../spec/gaps.ts';
import { changedChoices, completeChoices } from '../gap-choices.ts';
import { type Serving, pause, serve } from './launch.case.ts';

const running: Serving[] = [];
const started = async (...flags: string[]): Promise<Serving> => {
  const mock = await serve(flags);
  running.push(mock);
  return mock;
};
afterAll(() => Promise.all(running.map((mock) => mock.stop())));

const call = async (
  { ready }: Serving,
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown }> => {
  const headers = { authorization: `Bearer ${ready.api_key}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(`${ready.base_url}${path}`, { ...init, headers });
  return { status: response.status, body: await response.json() };
};

test('--variant may be repeated; the ready line says what was chosen, and the mock does it', async () => {
  const mock = await started('--variant', 'error-body=flat', '--variant', 'session-status=200');
  expect(mock.ready.variants).toEqual({ 'session-status': '200', 'error-body': 'flat' });
  expect(await call(mock, '/jobs/none')).toEqual({
    status: 404,
    body: { code: 'not_found', message: expect.any(String) },
  });
  const json = { 'content-type': 'application/json' };
  expect((await call(mock, '/voice/session', { method: 'POST', headers: json, body: '{}' })).status).toBe(200);
});

test('without a choice, and with each default chosen, the ready line says nothing of variants', async () => {
  const defaults = Object.entries(wireGaps).flatMap(([id, gap]) => ['--variant', `${id}=${gap.default}`]);
  for (const mock of [await started(), await started(...defaults)]) expect(mock.ready).not.toHaveProperty('variants');
});

test('--variants shuffle draws from the seed what was not chosen by hand', async () => {
  const [mock, again] = await Promise.all([
    started('--seed', '5', '--variants', 'shuffle', '--variant', 'error-body=problem'),
    started('--variant', 'error-body=problem', '--variants', 'shuffle', '--seed', '5'),
  ]);
  expect(mock.ready.variants).toEqual(changedChoices(completeChoices({ 'error-body': 'problem' }, 5)));
  expect(again.ready.variants).toEqual(mock.ready.variants);
});

test('the box shows the choices in lines that can be read', async () => {
  const mock = await started('--variants', 'shuffle', '--log-format', 'pretty');
  while (!mock.stdout().includes('Ctrl-C')) await pause(10);
  for (const [gap, value] of Object.entries(mock.ready.variants ?? {})) {
    expect(mock.stdout()).toContain(` ${gap}=${value} `);
  }
  const box = mock
    .stdout()
    .split('\n')
    .filter((line) => /^[┌│├└]/.test(line));
  expect(new Set(box.map((line) => line.length)).size).toBe(1);
  expect(box[0]?.length).toBeLessThanOrEqual(100);
});

test('--move-job-route hides jobs from a client that builds their path', async () => {
  const mock = await started('--move-job-route');
  const form = new FormData();
  form.set('file', new Blob(['RIFF'], { type: 'audio/wav' }), 'voice.wav');
  const { file_key } = (await call(mock, '/uploads', { method: 'POST', body: form })).body as { file_key: string };
  const submit = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ voice_key: file_key, script: 'Hello.' });
  const { id, status_url } = (await call(mock, '/voice-clone', { ...submit, body })).body as Record<string, string>;
  expect(await call(mock, `/jobs/${id}`)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  expect(await call(mock, String(status_url).replace('/api/v1', ''))).toMatchObject({ status: 200, body: { id } });
});
