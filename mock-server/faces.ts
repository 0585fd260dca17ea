/** What is asked over HTTP: the service itself, and below /__understudy the control API, its events, the console and the reference. */
import type { Scorecard } from '../contract-tests/conduct/scorecard.ts';
import { packageUrl } from '../fixtures/location.ts';
import { version } from './about.ts';
import { catalogues } from './catalogues.ts';
import type { Cluster } from './cluster.ts';
import { mountConsole } from './console/serve.ts';
import { mountControl } from './control/api.ts';
import type { Control } from './control/control.ts';
import { type Feed, createFeed } from './control/feed.ts';
import type { CurrentWorld } from './current-world.ts';
import type { Clock } from './engine/clock.ts';
import { systemLetters } from './engine/random.ts';
import { closeApp, createApp } from './http/app.ts';
import { basePath } from './http/base-path.ts';
import type { Service } from './http/service.ts';
import type { Credentials } from './named-accounts.ts';
import { mountReference } from './reference/serve.ts';
import { sampleFile } from './sample-files.ts';
import { createSnapshots } from './snapshots.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { Journal } from './store/journal.ts';

type FaceParts = {
  readonly world: CurrentWorld;
  readonly control: Control<Scorecard>;
  readonly clock: Clock;
  readonly sockets: Sockets;
  readonly journal: Journal;
  readonly main: Credentials;
  /** The other processes that serve this world. */
  readonly cluster: Cluster | undefined;
  readonly controlToken: string;
  /** Where the files of the console's page lie. */
  readonly consoleFolder: URL;
  /** What clients have to trust, where a certificate was made at the start. */
  readonly caPem: string | undefined;
};

export const createFaces = (
  service: Service,
  { world, control, clock, sockets, journal, main, cluster, controlToken, consoleFolder, caPem }: FaceParts,
): { readonly app: ReturnType<typeof createApp>; readonly feed: Feed } => {
  const { blobs, reportFailure } = service;
  const fresh = cluster && { fresh: cluster.fresh };
  const app = createApp(service);
  const feed = createFeed({
    engine: service.engine,
    clock: control.clock,
    journal,
    levels: sockets.levels,
    name: systemLetters().slice(0, 8),
    reportFailure,
    ...fresh,
  });
  mountConsole(app, consoleFolder, sampleFile);
  const openapi = async (): Promise<unknown> => catalogues['openapi.json']?.();
  mountReference(app, { folder: new URL('dist/reference/', packageUrl), openapi, base: basePath });
  mountControl(app, {
    control,
    snapshots: createSnapshots({ world: () => world, now: () => clock.now(), blobs, main, fresh: cluster?.fresh }),
    feed,
    token: controlToken,
    version,
    catalogues,
    reportFailure,
    ...(fresh && { isShared: true, ...fresh }),
    ...(caPem !== undefined && { caPem }),
  });
  closeApp(app, service);
  return { app, feed };
};
