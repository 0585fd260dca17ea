/** Puts the parts together: the one place that knows them all. */
import { clips } from '../fixtures/clips.ts';
import { rateCard } from '../fixtures/rate-card.ts';
import { voices } from '../fixtures/voices.ts';
import type { GapChoices } from '../spec/gaps.ts';
import type { Feature } from '../spec/vocabulary.ts';
import { version } from './about.ts';
import { catalogues } from './catalogues.ts';
import { mountControl } from './control/api.ts';
import { type Advance, type ClockState, Control } from './control/control.ts';
import { defaultPrompts } from './default-prompts.ts';
import { type RateCard, rateFromUsd } from './domain/pricing.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import type { Settings } from './domain/world.ts';
import { Clock, parseInstant } from './engine/clock.ts';
import { keyEntry, newApiKey, newWebhookSecret } from './engine/credentials.ts';
import { type Decide, Engine, type EngineEvent } from './engine/engine.ts';
import { type Chance, createChance, systemLetters } from './engine/random.ts';
import { completeChoices } from './gap-choices.ts';
import { closeApp, createApp } from './http/app.ts';
import { basePath } from './http/base-path.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createLinks } from './http/links.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { type Listening, listen } from './http/server.ts';
import type { Service } from './http/service.ts';
import { probeFile } from './media/probe.ts';
import { type MockOptions, type Told, isLoopback, withDefaults } from './options.ts';
import { createResultFiles } from './result-files.ts';
import { BlobStore } from './store/blobs.ts';
import { MemoryStore } from './store/memory.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** A running mock. */
export type Mock = {
  /** `{base_url}` of the service: it ends with `/api/v1`. */
  readonly url: string;
  /** Key and webhook secret of the default account. */
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly seed: number;
  readonly clock: MockClock;
  readonly control: Control;
  /** Sends a request into the mock without a network. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Ends running requests within the grace time, and frees port, timers and files. */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
};

export type MockClock = {
  readonly now: () => Date;
  /** Runs all that is due until then, in order. Throws if the clock would go back. */
  readonly advance: (to: Advance) => Promise<ClockState>;
};

/** Functions through which behaviour leaves the mock. A caller may wrap them, to show what a check makes of a broken mock. */
export type Ports = { readonly decide?: Decide };

/** Makes a mock of the service, by default with one account, on a free port of loopback. */
export const createMock = async (options: MockOptions = {}, { ports = {} }: { ports?: Ports } = {}): Promise<Mock> => {
  const told = withDefaults(options);
  const onFailure = told.onFailure ?? writeFailure;
  const choices = completeChoices(told.choices);
  const chance = createChance(told.seed, isLoopback(told.host) ? 'seed' : 'system', choices['id-form']);
  const start = told.start === undefined ? undefined : parseInstant(told.start);
  if (told.start !== undefined && start === undefined)
    throw new TypeError(`start must be an ISO 8601 instant, got ${told.start}`);
  const clock = new Clock(told.clock, start);
  const credentials = defaultCredentials(told, chance);
  const folder = await createTemporaryFolder();
  const blobs = await BlobStore.open(folder.path);
  const rateLimiter = createRateLimiter(choices);

  const newEngine = async (): Promise<Engine> => {
    const store = new MemoryStore<EngineEvent>();
    const settings = settingsOf(told, choices);
    const engine = new Engine({ store, clock, chance, settings, onFailure, ...ports });
    await engine.createAccount(engine.nextAccountId(), {
      type: 'create-account',
      balanceMicros: Math.round(told.balance * 1e6),
      rates: {},
      key: credentials.key,
      webhookSecret: credentials.webhookSecret,
    });
    return engine;
  };
  let engine = await newEngine();
  let resetting = Promise.resolve();

  const control = new Control({
    engine: () => engine,
    chance,
    forgetKey: (digest) => rateLimiter.forget(digest),
    // One after the other, and the clock goes back only when the old world is out of use.
    reset: () =>
      (resetting = resetting.then(async () => {
        engine.close();
        await blobs.clear();
        clock.restart();
        rateLimiter.clear();
        engine = await newEngine();
      })),
  });

  let origin = told.publicUrl ?? 'http://understudy.localhost';
  const service: Service = {
    engine: () => engine,
    blobs,
    choices,
    links: createLinks(chance.secret('links'), choices),
    rateLimiter,
    requestsPerMinute: told.rateLimit,
    origin: () => origin,
    rateCard,
    voices,
    probe: probeFile,
    results: createResultFiles({
      engine: () => engine,
      blobs,
      choices,
      clips,
      voiceIds: new Set(voices.map(({ id }) => id)),
    }),
    defaultAccountId,
    reportFailure: onFailure,
  };
  const app = createApp(service);
  const controlToken = systemLetters();
  mountControl(app, { control, token: controlToken, version, catalogues, reportFailure: onFailure });
  closeApp(app, service);

  let listening: Listening | undefined;
  const release = async (): Promise<void> => {
    engine.close();
    await folder.remove();
  };
  if (told.port !== false) {
    const names = [
      ...(told.allowedHosts ?? []),
      ...(told.publicUrl === undefined ? [] : [new URL(told.publicUrl).hostname]),
    ];
    try {
      listening = await listen(app, createHostGuard([...names, told.host]), told.host, told.port);
    } catch (error) {
      await release();
      throw error;
    }
    origin = told.publicUrl ?? `http://${told.host.includes(':') ? `[${told.host}]` : told.host}:${listening.port}`;
  }

  return {
    url: origin + basePath,
    apiKey: credentials.apiKey,
    webhookSecret: credentials.webhookSecret,
    controlUrl: `${origin}/__understudy`,
    controlToken,
    seed: told.seed,
    clock: {
      now: () => new Date(clock.now()),
      advance: async (to) => orThrow(await control.advance(to)),
    },
    control,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    close: async ({ graceMs = 1_000 } = {}) => {
      await listening?.close(graceMs);
      await release();
    },
  };
};

/** The first account that is created. */
const defaultAccountId = 'a1';

const defaultCredentials = ({ apiKey, webhookSecret }: MockOptions, chance: Chance) => ({
  ...(apiKey === undefined ? newApiKey(chance, defaultAccountId, 0) : keyEntry(apiKey, defaultAccountId, 0)),
  webhookSecret: webhookSecret ?? newWebhookSecret(chance, defaultAccountId, 0),
});

const settingsOf = (options: Told, choices: GapChoices): Settings => ({
  choices,
  rateCard: Object.fromEntries(
    Object.entries(rateCard).map(([feature, rate]) => [feature as Feature, rateFromUsd(rate)]),
  ) as RateCard,
  voiceIds: new Set(voices.map(({ id }) => id)),
  defaultPrompt: defaultPrompts[choices['default-prompt']],
  concurrency: options.concurrency,
  queue: options.queue,
  jobSeconds: options.jobTime,
});

const writeFailure = (error: unknown): void =>
  void process.stderr.write(`understudy: ${error instanceof Error ? error.stack : String(error)}\n`);

const orThrow = <T extends object>(outcome: T | Refused): T => {
  if (isRefused(outcome)) throw new Error(outcome.refusal.message);
  return outcome;
};
