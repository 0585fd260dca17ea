/** Paths and methods: there is one way to write each route, every other is not found, and none leads past the key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Operation, operations } from '../../spec/operations.ts';
import { type TestMock, openMock } from './client.case.ts';

let mock: TestMock;
beforeAll(async () => {
  mock = await openMock();
});
afterAll(() => mock.close());

const routes = Object.values(operations as Record<string, Operation>).map(({ path, ...route }) => ({
  ...route,
  path: path.replace('{job_id}', 'job_a1_x'),
}));

/** Other spellings of a path of two segments or more; a URL parser resolves some of them to another path. */
const variants = (path: string): string[] => {
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  return [
    `//${first}${rest}`,
    `/${first}${rest}/`,
    `/${first}${rest}//`,
    `/./${first}${rest}`,
    `/x/../${first}${rest}`,
    `/x/%2e%2e/${first}${rest}`,
    `/%2F${first}${rest}`,
    `%2F${first}${rest}`,
    `/%5C${first}${rest}`,
    `\\${first}${rest}`,
    `/${first.toUpperCase()}${rest}`,
    `/${first};a=b${rest}`,
    `/${first}${rest};`,
    `/${first}${rest}%00`,
    `/${first}${rest}%20`,
    `/${first}${rest}.json`,
    `/${first}${rest}/..`,
    `/${first}${rest}/%2e%2e/pricing`,
    `/%${(first.codePointAt(0) ?? 0).toString(16)}${first.slice(1)}${rest}`,
    `/${first}${rest}#pricing`,
    `/${first}${rest}?x=/api/v1/pricing`,
    `/pricing/../${first}${rest}`,
    `/pricing%2f..%2f${first}${rest}`,
    `/%zz/${first}${rest}`,
    `/../../${first}${rest}`,
    `/../V1/${first}${rest}`,
  ];
};

const guarded = routes.filter(({ authenticated }) => authenticated);

test.each(guarded)('no spelling of $method $path answers without a key (F48) (B11)', async ({ method, path }) => {
  expect((await mock.call(method, path, undefined, { key: null })).code).toBe('unauthorized');
  for (const variant of variants(path)) {
    // The one that a parser resolves to the public prices.
    if (new URL(mock.url + variant).pathname === '/api/v1/pricing') continue;
    const answer = await mock.call(method, variant, undefined, { key: null });
    expect([404, 401], variant).toContain(answer.status);
    expect(['not_found', 'unauthorized']).toContain(answer.code);
  }
});

test.each(guarded)(
  'with a key a spelling of $method $path is the route itself or not found (F48) (B11)',
  async ({ method, path }) => {
    const itself = await mock.call(method, path);
    for (const variant of variants(path)) {
      const { pathname } = new URL(mock.url + variant);
      if (pathname === '/api/v1/pricing') continue;
      const answer = await mock.call(method, variant);
      const isSame = pathname === new URL(mock.url + path).pathname;
      const isEscaped = decodeURI(pathname.replace('%zz', '')) === `/api/v1${path}`;
      if (isSame) expect(answer.status, variant).toBe(itself.status);
      else if (!isEscaped) expect(answer, variant).toMatchObject({ status: 404, code: 'not_found' });
      else expect([itself.status, 404], variant).toContain(answer.status);
    }
  },
);

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE', 'BREW', 'post'];

test.each(routes)('$path knows $method and no other method (F48) (B12)', async ({ method, path }) => {
  for (const other of methods.filter((name) => name.toUpperCase() !== method)) {
    // HTTP has HEAD wherever there is GET.
    if (other === 'HEAD' && method === 'GET') continue;
    const answer = await mock.call(other, path);
    expect(answer.status, other).toBe(404);
    if (other !== 'HEAD') expect(answer.code, other).toBe('not_found');
    expect([...answer.headers.keys()].filter((name) => /^access-control|^allow$/.test(name))).toEqual([]);
  }
});

test.each(routes.filter(({ method }) => method === 'GET'))('HEAD $path is GET without the body', async ({ path }) => {
  const [head, get] = [await mock.call('HEAD', path), await mock.get(path)];
  expect([head.status, head.text]).toEqual([get.status, '']);
  expect((await mock.call('HEAD', path, undefined, { key: null })).status).toBe(path === '/pricing' ? 200 : 401);
});

test('HEAD says how long the answer to GET is; of a refusal, whose words differ, how long one is', async () => {
  const listening = await openMock({ port: 0 });
  const headers = { authorization: `Bearer ${listening.apiKey}` };
  for (const path of ['/balance', '/pricing', '/voices']) {
    const url = listening.url + path;
    const [get, head] = await Promise.all([fetch(url, { headers }), fetch(url, { method: 'HEAD', headers })]);
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String((await get.text()).length)]);
  }
  for (const path of ['/balance', '/nothing'])
    expect(
      Number((await fetch(listening.url + path, { method: 'HEAD' })).headers.get('content-length')),
    ).toBeGreaterThan(50);
  await listening.close();
});

test.each([
  '/',
  '',
  '/nothing',
  '/jobs',
  '/jobs/',
  '/jobs/a/b',
  '/session',
  '/voice',
  '/full-live-swap',
  '/usage/summary/x',
  '/../v2/balance',
  '/../../v1/balance',
  '/../../../etc/passwd',
  '/../../files/../balance',
  '/../../outputs/',
  '/../../voices/voice_ember/preview.mp3',
  '/__proto__',
  '/constructor',
])('there is no %s', async (path) => {
  const before = await mock.money();
  for (const method of ['GET', 'POST']) {
    expect(await mock.call(method, path)).toMatchObject({ status: 404, code: 'not_found' });
  }
  expect(await mock.money()).toBe(before);
});

test('an id in a path is looked up as it is written (F46)', async () => {
  const image = await mock.upload('portrait.png');
  const { id, status_url } = (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body;
  expect(new URL(status_url, mock.url).pathname).toBe(`/api/v1/jobs/${id}`);
  expect((await mock.get(`/jobs/${id}`)).status).toBe(200);
  expect((await mock.get(`/jobs/${id}?x=1#y`)).status).toBe(200);
  for (const path of [`${id}x`, id.slice(0, -1), id.toUpperCase(), `${id}%00`, `${id}%20`, `%20${id}`, `..%2f${id}`]) {
    expect((await mock.get(`/jobs/${path}`)).code, path).toBe('not_found');
  }
});

test.each([
  ['from=2026-01-01&to=2026-01-02', 200],
  ['from=2026-01-01T00:00:00Z', 200],
  ['from=2026-01-01T00:00:00+02:00', 200],
  ['from=2026-01-02&to=2026-01-01', 400],
  ['from=2026-02-30', 400],
  ['from=0000-00-00', 400],
  ['from=', 400],
  ['from=1767225600', 400],
  ['from=yesterday', 400],
  ['to=2026-13-01', 400],
  ['to=+275761-01-01', 400],
  ['from=%00', 400],
  ['from=%zz', 400],
])('GET /usage and its summary with %s answer %i', async (query, status) => {
  for (const path of ['/usage', '/usage/summary']) {
    expect(await mock.get(`${path}?${query}`)).toMatchObject({
      status,
      code: status === 200 ? undefined : 'invalid_input',
    });
  }
});
