/** What programs of integrators do in many stories: submits with retries, receivers of webhooks, streams. */
import type { MediumName } from '../../fixtures/media.ts';
import { type Integrator, type Reply, isGenuine } from './integrator.case.ts';

export type Program = (client: Integrator) => Promise<unknown>;

export const isRefused = ({ status }: Reply): boolean => status === 0 || status >= 400;

/** Tries again with pauses until it is taken. @param keyOf the Idempotency-Key of each try */
export const persistent =
  (keyOf: (tries: number) => string | undefined, pause = 10): Program =>
  async (client) => {
    const submit = client.submitter();
    for (let tries = 0; tries < 12; tries++) {
      const reply = await submit(keyOf(tries));
      if (!isRefused(reply)) return client.finished(reply);
      await client.wait(pause);
    }
    return undefined;
  };

export const withOneKey = persistent(() => 'order-1');
export const withNewKeys = persistent((tries) => `order-1-${tries}`);
export const withoutKey = persistent(() => undefined);

/** Submits with a webhook, lives through a quarter of an hour, and looks once. */
export const hearing =
  (answer: (client: Integrator) => Parameters<Integrator['receive']>[0], looks = true): Program =>
  async (client) => {
    const callback = await client.receive(answer(client));
    const job = await client.submitter()('order-1', callback);
    for (let minutes = 0; minutes < 20; minutes++) await client.wait(60);
    if (looks) await client.look(job);
  };

export const strict = (client: Integrator) => (raw: Buffer, signature: string) =>
  isGenuine(client.service.webhookSecret, raw, signature) ? 200 : 400;
export const knowsTheNextSecret = (client: Integrator) => (raw: Buffer, signature: string) =>
  [client.service.webhookSecret, client.service.accounts['main']?.next_webhook_secret ?? ''].some((secret) =>
    isGenuine(secret, raw, signature),
  )
    ? 200
    : 400;
export const forgetsTheAge = (client: Integrator) => (raw: Buffer, signature: string) =>
  isGenuine(client.service.webhookSecret, raw, signature, Number.POSITIVE_INFINITY) ? 200 : 400;
export const credulous = () => () => 204;

/** One job of its kind, from the uploads to the file. @param inputs by their fields */
export const first =
  (endpoint: string, inputs: { readonly [field: string]: MediumName }, more: object = {}): Program =>
  async (client) => {
    const keys: { [field: string]: string } = {};
    for (const [field, name] of Object.entries(inputs)) keys[field] = await client.upload(name);
    const job = await client.call('POST', endpoint, { ...keys, ...more }, { 'idempotency-key': 'order-1' });
    return client.download(await client.finished(job));
  };

export const session = (client: Integrator): Promise<Reply> =>
  client.call('POST', 'voice/session', { duration_minutes: 1 });

/** One stream of a few seconds, closed in good order. */
export const talk: Program = async (client) => {
  const socket = await client.connect(await session(client));
  await client.wait(3);
  await closed(socket, 'close');
};

export const closed = async (socket: Awaited<ReturnType<Integrator['connect']>>, how: 'close' | 'terminate') => {
  if (socket === undefined) return;
  const over = new Promise((resolve) => socket.once('close', resolve));
  socket[how]();
  await over;
};

/** Streams until the service ends it. */
export const streamed = async (client: Integrator, created: Reply, seconds: number): Promise<void> => {
  const socket = await client.connect(created);
  if (socket === undefined) return;
  const over = new Promise((resolve) => socket.once('close', resolve));
  await client.wait(seconds);
  for (let sent = 0; sent < 30; sent++) socket.send(Buffer.alloc(960));
  await over;
};

export const both =
  (first: Program, second: Program): Program =>
  async (client) => {
    await first(client);
    await second(client);
  };
