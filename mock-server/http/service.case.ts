/** The HTTP face on a real engine, for tests: memory store, manual clock, a folder of its own, the defaults everywhere. */
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { mediumBytes } from '../../fixtures/media.ts';
import { rateCard } from '../../fixtures/rate-card.ts';
import { voices } from '../../fixtures/voices.ts';
import { type GapChoices, defaultChoices } from '../../spec/gaps.ts';
import type { Feature } from '../../spec/vocabulary.ts';
import type { Account } from '../domain/account.ts';
import { type RateCard, rateFromUsd } from '../domain/pricing.ts';
import { usualRules } from '../domain/rules.ts';
import { Clock } from '../engine/clock.ts';
import { newApiKey } from '../engine/credentials.ts';
import { Engine } from '../engine/engine.ts';
import type { EngineEvent } from '../engine/streams.ts';
import { createChance } from '../engine/random.ts';
import { createFaultBook } from '../faults/book.ts';
import { probeFile } from '../media/probe.ts';
import { createResultFiles } from '../result-files.ts';
import { BlobStore, type BlobStoreOptions } from '../store/blobs.ts';
import { Journal } from '../store/journal.ts';
import { MemoryStore } from '../store/memory.ts';
import { closeApp, createApp } from './app.ts';
import { createLinks } from './links.ts';
import { createRateLimiter } from './rate-limit.ts';
import type { Env } from './router.ts';
import { listenerOf } from './server.ts';
import type { Service } from './service.ts';
import { createUploadRules } from './uploads/rules.ts';

export type TestService = {
  readonly app: Hono<Env>;
  readonly service: Service;
  readonly engine: Engine;
  readonly journal: Journal;
  readonly blobs: BlobStore;
  readonly folder: string;
  readonly apiKey: string;
  readonly failures: unknown[];
  readonly account: () => Promise<Account>;
  /** Posts a body to /uploads without a network. */
  readonly upload: (body: NonNullable<RequestInit['body']>, contentType?: string) => Promise<Response>;
  /** Begins to listen on loopback; gives the port. */
  readonly listen: () => Promise<number>;
  /** Names of what lies in the folder and in its `partial`, and how many descriptors are open below it. */
  readonly leftovers: () => Promise<{ blobs: string[]; partial: string[]; open: number }>;
  readonly close: () => Promise<void>;
};

export const openTestService = async (
  changed: Partial<GapChoices> = {},
  options: BlobStoreOptions & { readonly service?: Partial<Service> } = {},
): Promise<TestService> => {
  const choices = { ...defaultChoices, ...changed };
  const folder = await mkdtemp(join(tmpdir(), 'understudy-test-'));
  const blobs = await BlobStore.open(folder, options);
  const failures: unknown[] = [];
  const chance = createChance(1, 'seed', choices['id-form']);
  const { apiKey, key } = newApiKey(chance, 'a1', 0);
  const voiceIds = new Set<string>(voices.map(({ id }) => id));
  const engine = new Engine({
    store: new MemoryStore<EngineEvent>(),
    clock: new Clock('manual'),
    chance,
    settings: {
      choices,
      rateCard: Object.fromEntries(
        Object.entries(rateCard).map(([feature, rate]) => [feature as Feature, rateFromUsd(rate)]),
      ) as RateCard,
      voiceIds,
      defaultPrompt: 'Swap.',
      concurrency: 8,
      queue: 100,
      jobSeconds: 1,
      rules: usualRules,
    },
    onFailure: (error) => failures.push(error),
  });
  const facts = { balanceMicros: 1_000_000_000, rates: {}, key, webhookSecret: 'whsec_test' };
  await engine.createAccount('a1', { type: 'create-account', ...facts });
  const journal = new Journal({ reportFailure: (error) => failures.push(error) });
  const service: Service = {
    engine: () => engine,
    blobs,
    choices,
    links: createLinks('a secret', choices),
    rateLimiter: createRateLimiter(choices),
    uploadRules: createUploadRules(choices),
    faults: createFaultBook(
      () => engine.world.faults,
      (accountId, purpose) => chance.moment(accountId, 0, 0).draw(purpose),
    ),
    journal,
    requestsPerMinute: 'off',
    origin: () => 'http://localhost',
    rateCard,
    voices,
    probe: probeFile,
    results: createResultFiles({
      engine: () => engine,
      blobs,
      choices,
      voiceIds,
      recording: () => mediumBytes('speech.mp3'),
    }),
    firstAttempt: () => Promise.resolve(),
    defaultAccountId: 'a1',
    reportFailure: (error) => failures.push(error),
    ...options.service,
  };
  const app = createApp(service);
  closeApp(app, service);
  let server: Server | undefined;

  return {
    app,
    service,
    engine,
    journal,
    blobs,
    folder,
    apiKey,
    failures,
    account: async () => {
      const account = await engine.account('a1');
      if (account === undefined) throw new Error('the account is gone');
      return account;
    },
    upload: async (body, contentType) => {
      const type = contentType === undefined ? {} : { 'content-type': contentType };
      const headers = { authorization: `Bearer ${apiKey}`, ...type };
      return app.fetch(
        new Request('http://localhost/api/v1/uploads', { method: 'POST', headers, body, duplex: 'half' }),
      );
    },
    listen: async () => {
      const answer = listenerOf(app, 'localhost');
      const listening = createServer((request, response) => void answer(request, response));
      server = listening;
      await new Promise<void>((resolve) => {
        listening.listen(0, '127.0.0.1', resolve);
      });
      return (listening.address() as AddressInfo).port;
    },
    leftovers: async () => ({
      blobs: (await readdir(folder)).filter((name) => name !== 'partial'),
      partial: await readdir(join(folder, 'partial')),
      open: await openBelow(folder),
    }),
    close: async () => {
      engine.close();
      server?.closeAllConnections();
      await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Only where the system tells. */
const openBelow = async (folder: string): Promise<number> => {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(`${folder}/`)).length;
};
