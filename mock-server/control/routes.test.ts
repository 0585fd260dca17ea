/** The control API has no route that was left open by mistake: each one that is mounted is asked without a token. */
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { catalogues } from '../catalogues.ts';
import { openMock } from '../http/client.case.ts';
import type { Env } from '../http/router.ts';
import { type Snapshots, mountControl } from './api.ts';
import type { Control } from './control.ts';
import type { Feed } from './feed.ts';

/** All that may be read without the token; the certificate only where one was made. */
const certificate = '/ca.pem';
const open = ['/health', certificate, ...Object.keys(catalogues).map((file) => `/${file}`)];

test('every mounted route but health, the certificate and the catalogues needs the token (A4)', async () => {
  const app = new Hono<Env>();
  const unused = {} as Control;
  mountControl(app, {
    control: unused,
    snapshots: {} as Snapshots,
    feed: {} as Feed,
    token: 'token',
    version: '0',
    catalogues,
    reportFailure: () => undefined,
  });
  expect(app.routes.length).toBeGreaterThan(15);

  const mock = await openMock();
  const answered = new Set<string>();
  for (const { method, path } of app.routes) {
    const below = path.replace('/__understudy', '').replace('*', 'anything').replaceAll(/:\w+/g, 'a1');
    for (const name of method === 'ALL' ? ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] : [method]) {
      const { status } = await mock.steer(name, below, undefined, { 'x-understudy-token': '' });
      if (status === 200 || (below === certificate && status === 404)) answered.add(below);
      else expect([name, below, status]).toEqual([name, below, 401]);
    }
  }
  expect([...answered].toSorted()).toEqual(open.toSorted());
  await mock.close();
});
