/** What there is to read is open to everybody, whole, and leads nowhere but to itself. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clauseList } from '../../spec/clauses.ts';
import { gapList } from '../../spec/gaps.ts';
import { type Mock, createMock } from '../index.ts';
import { readable } from './readable.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ port: false });
});
afterAll(() => mock.close());

const get = async (path: string) => {
  const response = await mock.fetch(`${mock.controlUrl}/docs${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const leadsTo = async (address: string) => {
  const response = await mock.fetch(address);
  return { status: response.status, text: await response.text() };
};

const idsIn = (page: string): string[] => [...page.matchAll(/<article[^>]* id="([^"]+)"/g)].map(([, id = '']) => id);

test('the page of the clauses has every clause under its id, in order', async () => {
  const { status, text } = await get('/clauses');
  expect(status).toBe(200);
  expect(idsIn(text)).toEqual(clauseList.map(({ id }) => id));
});

test('the page of the gaps has every gap under its id, with each answer there is', async () => {
  const { text } = await get('/gaps');
  expect(idsIn(text)).toEqual(gapList.map(({ id }) => id));
  const answers = gapList.flatMap((gap) => ('values' in gap ? Object.keys(gap.values) : ['Ours', 'Others']));
  expect(text.match(/<dt/g)).toHaveLength(answers.length + gapList.length);
  expect(text.match(/\(ours\)/g)).toHaveLength(gapList.filter((gap) => 'values' in gap).length);
});

test.each(['/clauses', '/gaps'])(
  '%s loads nothing and runs nothing, and every link of it leads somewhere',
  async (path) => {
    const { headers, text } = await get(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';/);
    expect(text).not.toMatch(/<(script|link|img|iframe)\b|\bsrc=|@import|url\(/i);
    const targets = new Set([...text.matchAll(/href="([^"]+)"/g)].map(([, target = '']) => target));
    const page = new URL(`${mock.controlUrl}/docs${path}`);
    const read = new Map<string, { readonly status: number; readonly text: string }>();
    for (const target of targets) {
      const { origin, pathname, hash } = new URL(target, page);
      const { status, text: leads } = read.get(pathname) ?? (await leadsTo(origin + pathname));
      read.set(pathname, { status, text: leads });
      // The console and the reader are there where they were built.
      expect([target, status]).toEqual([target, status === 503 ? 503 : 200]);
      if (hash !== '') expect([target, leads.includes(`id="${hash.slice(1)}"`)]).toEqual([target, true]);
    }
    expect(targets.size).toBeGreaterThan(10);
  },
);

test('the reference is tried out on this mock, and links each operation to what it rests on', async () => {
  const { text } = await get('/openapi.json');
  const document = JSON.parse(text) as {
    servers: { url: string }[];
    paths: { [path: string]: { [method: string]: { description: string } } };
  };
  expect(document.servers.map(({ url }) => url)).toEqual(['/api/v1']);
  expect(document.paths['/avatar']?.['post']?.description).toContain(
    '<a href="/__understudy/docs/clauses#endpoints.avatar.script-required">',
  );
  const [clauses, gaps] = [await get('/clauses'), await get('/gaps')].map((page) => new Set(idsIn(page.text)));
  const links = [...text.matchAll(/docs\/(clauses|gaps)#([\w.-]+)/g)];
  expect(links.length).toBeGreaterThan(300);
  expect(links.filter(([, page, id = '']) => !(page === 'clauses' ? clauses : gaps)?.has(id))).toEqual([]);
  expect(text.includes('"x-clauses":')).toBe(false);
});

test('what was published is not changed by making it readable', () => {
  const published = { paths: { '/a': { get: { operationId: 'a', 'x-clauses': ['b'] } } } };
  const before = structuredClone(published);
  readable(published, '/api/v1');
  expect(published).toEqual(before);
});

test('its page runs only what this mock serves, and a slash too many leads to it', async () => {
  const { status, headers } = await get('/');
  expect([status, headers.get('location')]).toEqual([308, '/__understudy/docs']);
  const page = await get('');
  expect([200, 503]).toContain(page.status);
  expect(page.headers.get('content-security-policy')).not.toMatch(
    page.status === 200 ? /unsafe|http|\*/ : /script-src/,
  );
});
