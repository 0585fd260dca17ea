/** Puts the parts together: the one place that knows them all. */
import type { Scorecard } from '../contract-tests/conduct/scorecard.ts';
import { packageUrl } from '../fixtures/location.ts';
import { mediumBytes } from '../fixtures/media.ts';
import { rateCard } from '../fixtures/rate-card.ts';
import { voices } from '../fixtures/voices.ts';
import type { Cluster } from './cluster.ts';
import { type Control, createControl } from './control/control.ts';
import { beginWorld } from './current-world.ts';
import { formOf } from './domain/jobs/result-form.ts';
import { Clock, wallSeconds } from './engine/clock.ts';
import { createFaces } from './faces.ts';
import { createFaultBook } from './faults/book.ts';
import { createHostGuard } from './http/host-guard.ts';
import { createLinks } from './http/links.ts';
import { createWebhookPresenter } from './http/present/webhook.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createRefuseUpgrade } from './http/refuse-upgrade.ts';
import { createRespond } from './http/respond.ts';
import { createSharedRates } from './http/shared-rates.ts';
import { type Listening, listen } from './http/server.ts';
import type { Service } from './http/service.ts';
import { createUploadRules } from './http/uploads/rules.ts';
import { strangersTurns } from './http/wording-turns.ts';
import { probeFile } from './media/probe.ts';
import type { Mock, MockClock } from './mock.ts';
import { handleOf } from './mock-handle.ts';
import { defaultAccountId } from './named-accounts.ts';
import { openingOf } from './opening.ts';
import { type Keeping, openKeeping } from './keeping.ts';
import type { MockOptions } from './options.ts';
import { watchOutages } from './outage.ts';
import type { Ports } from './ports.ts';
import { namesOf, originOf, serverTls } from './reach.ts';
import { createResultFiles } from './result-files.ts';
import { settle } from './settled.ts';
import { createExplainSignature } from './signature-shown.ts';
import { socketFaults } from './socket-faults.ts';
import { type SocketTimes, createSockets } from './sockets/sockets.ts';
import { BlobStore } from './store/blobs.ts';
import { recordedDelivery } from './store/delivery-entry.ts';
import { Journal } from './store/journal.ts';
import { recordedSocket } from './store/socket-entry.ts';
import { storyControl } from './story-control.ts';
import { StoryTimeline } from './story-timeline.ts';
import { refuseAlone, storyOf } from './story-option.ts';
import type { Story } from './story.ts';
import { voiceCharacters } from './voice-characters.ts';
import { Dispatcher } from './webhooks/dispatch.ts';
import { createLazySender } from './webhooks/lazy-sender.ts';
import { allowTargets } from './webhooks/where.ts';
import { wrapAll } from './wrapped.ts';

export type { Mock, MockClock, Ports };

/** Makes a mock of the service, by default with one account, on a free port of loopback. */
export const createMock = async (options: MockOptions = {}, inner: Inner = {}): Promise<Mock> => {
  const story = await storyOf(options.scenario);
  const asked = story === undefined ? options : story.play(options);
  if (asked.databaseUrl !== undefined) refuseAlone(story, inner.ports);
  const keeping = await openKeeping(asked);
  try {
    return await compose(options, story, asked, keeping, inner);
  } catch (error) {
    await keeping.close();
    throw error;
  }
};

type Inner = {
  readonly ports?: Ports;
  readonly socketTimes?: Partial<SocketTimes>;
  /** Where the files of the console's page lie. */
  readonly consoleFolder?: URL;
};

const compose = async (
  options: MockOptions,
  story: Story | undefined,
  asked: MockOptions,
  keeping: Keeping,
  { ports = {}, socketTimes = {}, consoleFolder = new URL('dist/console/', packageUrl) }: Inner,
): Promise<Mock> => {
  const { told, choices, chance, main, opening, facts, controlToken } = settle(asked, story, keeping);
  const wrapped = wrapAll(ports);
  const outage = watchOutages(told.onFailure ?? writeFailure);
  const onFailure = outage.report;
  const clock = new Clock(told.clock, opening.start);
  const names = namesOf(told);
  const tls = told.tls ? await serverTls(told.tls, names) : undefined;
  const { shared } = keeping;
  const blobs = await BlobStore.open(keeping.blobsPath, keeping.blobOptions);
  const rateLimiter = createRateLimiter(choices);
  const secrets = [main.apiKey, main.webhookSecret, controlToken];
  const journal = new Journal({ secrets, reportFailure: onFailure });

  const respond = createRespond(choices, wrapped.presentAnswer);
  const turnOfStranger = strangersTurns(() => world.engine);
  const sockets = createSockets({
    admit: ports.admit,
    frame: ports.frame,
    engine: () => world.engine,
    clock,
    choices,
    characters: voiceCharacters,
    refusal: createRefuseUpgrade({ respond, turnOfStranger, now: () => clock.now(), reportFailure: onFailure }),
    faults: socketFaults(() => faults, chance),
    record: (step) => journal.record(recordedSocket(step)),
    reportFailure: onFailure,
    fresh: shared && (() => joined().fresh()),
    times: socketTimes,
  });

  const links = createLinks(chance.secret('links'), choices);
  let origin = originOf(told);
  const sender = createLazySender(allowTargets(told.callbackAllow));
  const dispatcher = new Dispatcher({
    choices,
    send: sender.send,
    loading: sender.loading,
    present: wrapped.presentWebhook(createWebhookPresenter(choices, { links, origin: () => origin })),
    sign: wrapped.sign,
    deliver: wrapped.deliver,
    signatureHeader: told.signatureHeader,
    signatureSeconds: (now) => (world.opening.told.signatureTime === 'wall' ? wallSeconds() : Math.floor(now / 1000)),
    meet: (engine, accountId, { feature }, now) =>
      faults.meet({ family: 'webhook', on: 'delivery', accountId, feature, now }, engine.world.faults),
    settleMs: told.settleMs,
    record: (attempt) => journal.record(recordedDelivery(attempt)),
    reportFailure: onFailure,
  });

  const timeline = new StoryTimeline({ control: () => control, journal, reportFailure: onFailure });
  const parts = {
    keeping,
    facts,
    clock,
    chance,
    choices,
    wrapped,
    sockets,
    dispatcher,
    timeline,
    blobs,
    rateLimiter,
    journal,
    onFailure,
  };
  const faults = createFaultBook(
    () => world.engine.world.faults,
    (accountId, purpose) => chance.moment(accountId, 0, 0).draw(purpose),
  );
  const world = await beginWorld(opening, parts);
  const cluster =
    shared &&
    (await (
      await import('./cluster.ts')
    ).joinCluster({
      shared,
      world: () => world,
      generation: keeping.generation,
      clock,
      blobs,
      paceChanged: () => dispatcher.paceChanged(),
      outage,
    }));
  const joined = (): Cluster => {
    if (cluster === undefined) throw new Error('no other process serves this world');
    return cluster;
  };
  const control: Control<Scorecard> = createControl({
    engine: () => world.engine,
    chance,
    choices,
    resultPath: ({ id, plan }) => links.output(id, formOf(plan.result.kind, choices).ending, clock.now()),
    sent: (deliveryId, attempt) => dispatcher.sent(deliveryId, attempt),
    explainSignature: createExplainSignature(told.signatureHeader, choices),
    spoilNext: (deliveryId, fault) => dispatcher.spoilNext(deliveryId, fault),
    cutSocket: sockets.end,
    journal,
    seed: told.seed,
    // Loaded only when asked for: its rules would cost every start some milliseconds.
    judgeClient: async (entries, about) =>
      (await import('../contract-tests/conduct/scorecard.ts')).judgeConduct(entries, about),
    defaultAccountId,
    paceChanged: () => dispatcher.paceChanged(),
    forgetKey: (digest) => {
      rateLimiter.forget(digest);
      void shared?.forget(digest).catch(onFailure);
    },
    ...(cluster !== undefined && { isShared: true, moveClock: cluster.withClock }),
    scenarios: storyControl({
      options,
      first: story,
      choices,
      opening: () => world.opening,
      control: () => control,
      begin: async (next, changed) => {
        if (shared !== undefined) refuseAlone(next, ports);
        // What is wrong with it is told while the old world still plays.
        const nextOpening = openingOf(changed, next, main, chance);
        await control.reset(() => world.openNext(nextOpening));
      },
    }),
    reset: world.reset,
    restart: world.restart,
  });

  const service: Service = {
    engine: () => world.engine,
    blobs,
    choices,
    links,
    rateLimiter,
    ...(shared !== undefined && {
      sharedRates: createSharedRates(choices, shared.admit),
      fresh: () => joined().fresh(),
    }),
    uploadRules: createUploadRules(choices, ports),
    ports,
    ...(wrapped.presentAnswer !== undefined && { presentAnswer: wrapped.presentAnswer }),
    faults,
    journal,
    timeline,
    brokeOff: world.brokeOff,
    get requestsPerMinute() {
      return world.opening.told.rateLimit;
    },
    origin: () => origin,
    rateCard,
    moveJobRoute: told.moveJobRoute ?? false,
    voices,
    probe: probeFile,
    results: createResultFiles({
      engine: () => world.engine,
      blobs,
      choices,
      voiceIds: new Set(voices.map(({ id }) => id)),
      recording: () => mediumBytes('speech.mp3'),
    }),
    firstAttempt: (deliveryId) => dispatcher.firstAttempt(deliveryId),
    defaultAccountId,
    reportFailure: onFailure,
  };
  const { app, feed } = createFaces(service, {
    world,
    control,
    clock,
    sockets,
    journal,
    main,
    cluster,
    controlToken,
    consoleFolder,
    caPem: tls?.caPem,
  });

  let listening: Listening | undefined;
  const stop = async (): Promise<void> => {
    await cluster?.close();
    world.engine.close();
    dispatcher.close();
    await sender.close();
    await world.engine.quiet();
  };
  if (told.port !== false) {
    try {
      const refuseUnreadable = (message: string): Response =>
        respond.refusal({ code: 'invalid_input', message }, undefined, undefined, {
          wordingTurn: turnOfStranger(''),
        });
      const guard = createHostGuard(names);
      listening = await listen(app, guard, told.host, told.port, sockets.upgrade, refuseUnreadable, tls);
    } catch (error) {
      await stop();
      throw error;
    }
    origin = originOf(told, listening.port);
  }
  // What has become due meanwhile may need all of this, and tells of addresses here.
  world.engine.start();
  cluster?.start();

  return handleOf({
    told,
    choices,
    controlToken,
    main,
    origin,
    caPem: tls?.caPem,
    world,
    clock,
    control,
    app,
    close: async ({ graceMs = 1_000 } = {}) => {
      feed.close();
      await Promise.all([sockets.close(graceMs), listening?.close(graceMs)]);
      await stop();
      await keeping.close();
    },
  });
};

const writeFailure = (error: unknown): void =>
  void process.stderr.write(`understudy: ${error instanceof Error ? error.stack : String(error)}\n`);
