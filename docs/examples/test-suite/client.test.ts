import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'face-voice-understudy/vitest';
import { expect } from 'vitest';
import { connect, readWebhook } from './client.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const portrait = new Blob([Buffer.from(png, 'base64')], { type: 'image/png' });

test.concurrent('a video costs what its job says', async ({ account }) => {
  const client = connect({ ...account, pauseMs: 100 });
  const job = await client.finished(await client.avatar(portrait, 'Good morning.'));
  expect(job.status).toBe('succeeded');
  expect(await account.money()).toMatchObject({ spent_usd: job.charged_usd, held_usd: 0 });
});

test.concurrent('when a reply is lost, the job is made and paid once', async ({ account }) => {
  await account.fault({ when: { operation: 'submitAvatar', nth: 1 }, then: { fault: 'request-drop-after-commit' } });
  const client = connect({ ...account, pauseMs: 100 });
  await client.finished(await client.avatar(portrait, 'Good morning.'));
  expect(await account.jobs()).toHaveLength(1);
  await account.expectConduct();
});

test('a webhook tells of the job, and is known by its signature', async ({ account, clock }) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { id } = await connect(account).avatar(portrait, 'Good morning.', hook);
  void clock.advance({ seconds: 60 });
  const [request, response] = await once(server, 'request');
  const job = readWebhook(await text(request), request.headers['service-signature'], account.webhookSecret);
  response.end();
  server.close();
  expect(job).toMatchObject({ id, status: 'succeeded' });
});
