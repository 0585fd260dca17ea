/** The moved job route, as clients of both kinds meet it. */
import { expect, test } from 'vitest';
import { openMock } from './client.case.ts';

const submit = async (mock: Awaited<ReturnType<typeof openMock>>) => {
  const image = await mock.upload('portrait.png');
  return (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
};

test('a client that polls the status_url it was given finds its job, one that builds the path does not', async () => {
  const mock = await openMock({ moveJobRoute: true });
  const { id, status_url } = await submit(mock);
  await mock.clock.advance({ seconds: 60 });
  expect(status_url).toMatch(/^\/api\/v1\//);
  expect(status_url).not.toContain('/jobs/');
  expect((await mock.get(status_url.replace('/api/v1', ''))).body).toMatchObject({ id, status: 'succeeded' });
  expect(await mock.get(`/jobs/${id}`)).toMatchObject({ status: 404, code: 'not_found' });
  await mock.close();
});

test('both paths want a key, whatever unknown routes are answered', async () => {
  const mock = await openMock({ moveJobRoute: true, choices: { 'unknown-route': '405' } });
  const { id, status_url } = await submit(mock);
  for (const path of [status_url.replace('/api/v1', ''), `/jobs/${id}`]) {
    expect(await mock.call('GET', path, undefined, { key: null })).toMatchObject({ status: 401, code: 'unauthorized' });
  }
  expect(await mock.get(`/jobs/${id}`)).toMatchObject({ status: 404, code: 'not_found' });
  await mock.close();
});

test('without the probe jobs are where the document says', async () => {
  const mock = await openMock();
  const { id, status_url } = await submit(mock);
  expect(status_url).toBe(`/api/v1/jobs/${id}`);
  expect((await mock.get(`/jobs/${id}`)).status).toBe(200);
  expect((await mock.get(`/job-status/${id}`)).status).toBe(404);
  await mock.close();
});
