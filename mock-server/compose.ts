/** Puts the parts together: the one place that knows them all. */
import { clips } from '../fixtures/clips.ts';
import { mediumBytes } from '../fixtures/media.ts';
import { rateCard } from '../fixtures/rate-card.ts';
import { voices } from '../fixtures/voices.ts';
import { familyOf } from '../spec/faults.ts';
import type { GapChoices } from '../spec/gaps.ts';
import type { Feature } from '../spec/vocabulary.ts';
import { version } from './about.ts';
import { catalogues } from './catalogues.ts';
import { mountControl } from './control/api.ts';
import { type Advance, type ClockState, Control, capacityAfter, negotiated } from './control/control.ts';
import { defaultPrompts } from './default-prompts.ts';
import { type RateCard, rateFromUsd } from './domain/pricing.ts';
import { type Refused, isRefused } from './domain/refusal.ts';
import type { Rules } from './domain/rules.ts';
import type { Settings } from './domain/world.ts';
import { Clock, parseStart, wallSeconds } from './engine/clock.ts';
import { keyEntry, newApiKey, newWebhookSecret } from './engine/credentials.ts';
import { Engine, type EngineEvent } from './engine/engine.ts';
import { type Chance, createChance, systemLetters } from './engine/random.ts';
import { completeChoices } from './gap-choices.ts';
import { readFaultRules } from './fault-rules.ts';
import { createFaultBook } from './faults/book.ts';
import { closeApp, createApp } from './http/app.ts';
import { askedByUpgrade } from './http/asked.ts';
import { basePath } from './http/base-path.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createLinks } from './http/links.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createWebhookPresenter } from './http/present/webhook.ts';
import { createRespond } from './http/respond.ts';
import { type Listening, listen } from './http/server.ts';
import type { Service } from './http/service.ts';
import type { Pair, Tls } from './http/tls.ts';
import { createUploadRules } from './http/uploads/rules.ts';
import { probeFile } from './media/probe.ts';
import { type MockOptions, type Told, isLoopback, withDefaults } from './options.ts';
import type { Ports } from './ports.ts';
import { createResultFiles } from './result-files.ts';
import type { Story } from './story.ts';
import { type SocketTimes, createSockets } from './sockets/sockets.ts';
import { BlobStore } from './store/blobs.ts';
import { recordedDelivery } from './store/delivery-entry.ts';
import { recordedSocket } from './store/socket-entry.ts';
import { Journal } from './store/journal.ts';
import { MemoryStore } from './store/memory.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { voiceCharacters } from './voice-characters.ts';
import { Dispatcher } from './webhooks/dispatch.ts';
import { createLazySender } from './webhooks/lazy-sender.ts';
import { allowTargets } from './webhooks/where.ts';
import { wrapAll } from './wrapped.ts';

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
  /** The lawful behaviour in force for each gap of the document. */
  readonly choices: GapChoices;
  /** The story that it plays, where it was given one. */
  readonly scenario?: { readonly name: string; readonly title: string };
  /** What a client has to trust, in PEM, where a certificate was made for https. */
  readonly caPem?: string;
  readonly clock: MockClock;
  readonly control: Control;
  /** Sends a request into the mock without a network. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Ends running requests within the grace time, and frees port, timers and files. */
  readonly close: (options?: { readonly graceMs?: number }) => Promise<void>;
};

export type { Ports };

export type MockClock = {
  readonly now: () => Date;
  /** Runs all that is due until then, in order. Throws if the clock would go back. */
  readonly advance: (to: Advance) => Promise<ClockState>;
};

/** Makes a mock of the service, by default with one account, on a free port of loopback. */
export const createMock = async (
  options: MockOptions = {},
  { ports = {}, socketTimes = {} }: { ports?: Ports; socketTimes?: Partial<SocketTimes> } = {},
): Promise<Mock> => {
  const story = await storyOf(options.scenario);
  const told = withDefaults(story === undefined ? options : story.play(options));
  const wrapped = wrapAll(ports);
  const onFailure = told.onFailure ?? writeFailure;
  const choices = completeChoices(told.choices, told.variants === 'shuffle' ? told.seed : undefined);
  const chance = createChance(told.seed, isLoopback(told.host) ? 'seed' : 'system', choices['id-form']);
  const start = told.start === undefined ? undefined : parseStart(told.start);
  if (told.start !== undefined && start === undefined)
    throw new TypeError(`start must be an ISO 8601 instant in one of the years 1970 to 9998, got ${told.start}`);
  const clock = new Clock(told.clock, start);
  const credentials = defaultCredentials(told, chance);
  const names = namesOf(told);
  const faultRules = readFaultRules(told.faults);
  const tls = told.tls ? await serverTls(told.tls, names) : undefined;
  const folder = await createTemporaryFolder();
  const blobs = await BlobStore.open(folder.path);
  const rateLimiter = createRateLimiter(choices);
  const controlToken = systemLetters();
  const secrets = [credentials.apiKey, credentials.webhookSecret, controlToken];
  const journal = new Journal({ secrets, reportFailure: onFailure });

  const respond = createRespond(choices, wrapped.presentAnswer);
  const sockets = createSockets({
    admit: ports.admit,
    frame: ports.frame,
    engine: () => engine,
    clock,
    choices,
    characters: voiceCharacters,
    refusal: (refusal, headers, status, request) =>
      respond.refusal(refusal, headers, status, { asked: askedByUpgrade(request, clock.now()) }),
    faults: {
      meet: (session, accountId) => {
        const feature = session.feature === 'voice_changer' ? session.feature : 'full_live_swap';
        const met = faults.meet({ family: 'socket', on: 'connect', accountId, feature, now: clock.now() });
        return [...(session.faults ?? []).filter(({ name }) => familyOf(name) === 'socket'), ...met];
      },
      draw: (session, purpose) => chance.moment(session.id, 0, 0).draw(purpose),
    },
    record: (step) => journal.record(recordedSocket(step)),
    reportFailure: onFailure,
    times: socketTimes,
  });

  const links = createLinks(chance.secret('links'), choices);
  let origin = told.publicUrl ?? 'http://understudy.localhost';
  const sender = createLazySender(allowTargets(told.callbackAllow));
  const dispatcher = new Dispatcher({
    choices,
    send: sender.send,
    loading: sender.loading,
    present: wrapped.presentWebhook(createWebhookPresenter(choices, { links, origin: () => origin })),
    sign: wrapped.sign,
    deliver: wrapped.deliver,
    signatureHeader: told.signatureHeader,
    signatureSeconds: (now) => (told.signatureTime === 'wall' ? wallSeconds() : Math.floor(now / 1000)),
    meet: (accountId, { feature }, now) => faults.meet({ family: 'webhook', on: 'delivery', accountId, feature, now }),
    settleMs: told.settleMs,
    record: (attempt) => journal.record(recordedDelivery(attempt)),
    reportFailure: onFailure,
  });

  const newEngine = async (): Promise<Engine> => {
    const store = new MemoryStore<EngineEvent>();
    const settings = settingsOf(told, choices, wrapped.rules);
    const { decide } = wrapped;
    const settleOutside = (): Promise<void> | undefined => dispatcher.settle();
    const engine = new Engine({ store, clock, chance, settings, decide, onFailure, settleOutside });
    sockets.follow(engine);
    dispatcher.follow(engine);
    await engine.createAccount(engine.nextAccountId(), {
      type: 'create-account',
      balanceMicros: Math.round(told.balance * 1e6),
      rates: negotiated(settings.rateCard, told.rates ?? {}),
      key: credentials.key,
      webhookSecret: credentials.webhookSecret,
    });
    // Copies, for the hits of a rule are counted by the object.
    if (faultRules.length > 0) await engine.changeFaults(() => faultRules.map((rule) => ({ ...rule })));
    if (told.capacity !== undefined) {
      const { capacity } = told;
      await engine.changeCapacity((full) => capacityAfter(full, capacity, clock.now()));
    }
    return engine;
  };
  let engine = await newEngine();
  const faults = createFaultBook(
    () => engine.world.faults,
    (accountId, purpose) => chance.moment(accountId, 0, 0).draw(purpose),
  );
  let resetting = Promise.resolve();

  const control = new Control({
    engine: () => engine,
    chance,
    sent: (deliveryId, attempt) => dispatcher.sent(deliveryId, attempt),
    journal,
    paceChanged: () => dispatcher.paceChanged(),
    forgetKey: (digest) => rateLimiter.forget(digest),
    // One after the other, and the clock goes back only when the old world is out of use.
    reset: () =>
      (resetting = resetting.then(async () => {
        sockets.clear();
        engine.close();
        await blobs.clear();
        clock.restart();
        rateLimiter.clear();
        engine = await newEngine();
        // Those too that were let in while the old world was cleared away.
        sockets.clear();
        journal.clear();
      })),
  });

  const service: Service = {
    engine: () => engine,
    blobs,
    choices,
    links,
    rateLimiter,
    uploadRules: createUploadRules(choices, ports),
    ports,
    ...(wrapped.presentAnswer !== undefined && { presentAnswer: wrapped.presentAnswer }),
    faults,
    journal,
    requestsPerMinute: told.rateLimit,
    origin: () => origin,
    rateCard,
    moveJobRoute: told.moveJobRoute ?? false,
    voices,
    probe: probeFile,
    results: createResultFiles({
      engine: () => engine,
      blobs,
      choices,
      clips,
      voiceIds: new Set(voices.map(({ id }) => id)),
      recording: () => mediumBytes('speech.mp3'),
    }),
    firstAttempt: (deliveryId) => dispatcher.firstAttempt(deliveryId),
    defaultAccountId,
    reportFailure: onFailure,
  };
  const app = createApp(service);
  mountControl(app, {
    control,
    token: controlToken,
    version,
    catalogues,
    reportFailure: onFailure,
    ...(tls?.caPem !== undefined && { caPem: tls.caPem }),
  });
  closeApp(app, service);

  let listening: Listening | undefined;
  const release = async (): Promise<void> => {
    engine.close();
    dispatcher.close();
    await sender.close();
    await folder.remove();
  };
  if (told.port !== false) {
    try {
      const refuseUnreadable = (message: string): Response => respond.refusal({ code: 'invalid_input', message });
      const guard = createHostGuard(names);
      listening = await listen(app, guard, told.host, told.port, sockets.upgrade, refuseUnreadable, tls);
    } catch (error) {
      await release();
      throw error;
    }
    origin =
      told.publicUrl ??
      `${tls === undefined ? 'http' : 'https'}://${told.host.includes(':') ? `[${told.host}]` : told.host}:${listening.port}`;
  }

  return {
    url: origin + basePath,
    apiKey: credentials.apiKey,
    webhookSecret: credentials.webhookSecret,
    controlUrl: `${origin}/__understudy`,
    controlToken,
    seed: told.seed,
    choices,
    ...(story !== undefined && { scenario: { name: story.name, title: story.title } }),
    ...(tls?.caPem !== undefined && { caPem: tls.caPem }),
    clock: {
      now: () => new Date(clock.now()),
      advance: async (to) => orThrow(await control.advance(to)),
    },
    control,
    fetch: async (input, init) => orNetworkError(await app.fetch(new Request(input, init))),
    close: async ({ graceMs = 1_000 } = {}) => {
      await Promise.all([sockets.close(graceMs), listening?.close(graceMs)]);
      await release();
    },
  };
};

/** Loaded only where there is one: its reader costs every start some milliseconds. */
const storyOf = async (scenario: MockOptions['scenario']): Promise<Story | undefined> => {
  if (typeof scenario !== 'string') return scenario;
  const { readStory } = await import('./story.ts');
  return readStory(scenario);
};

/** Loaded only where it is asked for: it brings a library of its own. */
const serverTls = async (wanted: true | Pair, names: readonly string[]): Promise<Tls> => {
  const { openTls } = await import('./http/tls.ts');
  return openTls(wanted, names, { now: new Clock('real').now(), serial: systemLetters().slice(0, 16) });
};

/** Under which clients may reach the mock, beside loopback's names. */
const namesOf = ({ host, allowedHosts = [], publicUrl }: Told): string[] => [
  ...allowedHosts,
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  host,
];

/** The first account that is created. */
const defaultAccountId = 'a1';

const defaultCredentials = ({ apiKey, webhookSecret }: MockOptions, chance: Chance) => ({
  ...(apiKey === undefined ? newApiKey(chance, defaultAccountId, 0) : keyEntry(apiKey, defaultAccountId, 0)),
  webhookSecret: webhookSecret ?? newWebhookSecret(chance, defaultAccountId, 0),
});

const settingsOf = (options: Told, choices: GapChoices, rules: Rules): Settings => ({
  choices,
  rateCard: Object.fromEntries(
    Object.entries(rateCard).map(([feature, rate]) => [feature as Feature, rateFromUsd(rate)]),
  ) as RateCard,
  voiceIds: new Set(voices.map(({ id }) => id)),
  defaultPrompt: defaultPrompts[choices['default-prompt']],
  concurrency: options.concurrency,
  queue: options.queue,
  jobSeconds: options.jobTime,
  rules,
});

const writeFailure = (error: unknown): void =>
  void process.stderr.write(`understudy: ${error instanceof Error ? error.stack : String(error)}\n`);

/** A connection that is dropped by a fault, where there is none: what `fetch` does then. */
const orNetworkError = (response: Response): Response => {
  if (response.type === 'error') throw new TypeError('fetch failed: the connection was dropped by an injected fault');
  return response;
};

const orThrow = <T extends object>(outcome: T | Refused): T => {
  if (isRefused(outcome)) throw new Error(outcome.refusal.message);
  return outcome;
};
