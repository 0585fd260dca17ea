/** A service for a suite: a mock in this process, or one that runs in another. Both are used in the same way. */
import { type MockOptions, createMock } from '../../mock-server/index.ts';
import { openReach } from './reach.ts';
import { type TestService, serviceAt } from './service.ts';

/** Starts a mock in this process, within milliseconds: once for a file of tests, or for one test that moves the clock. */
export const startService = async (options: MockOptions = {}): Promise<TestService> => {
  const mock = await createMock(options);
  const { url, controlUrl, controlToken } = mock;
  const reach = openReach({ controlUrl, controlToken, fetch: mock.fetch });
  return serviceAt({ url, controlUrl, controlToken, reach, release: mock.close });
};

/** What is left out is read from the variables that `understudy exec` sets. */
export type ConnectOptions = {
  /** UNDERSTUDY_CONTROL_URL */
  readonly controlUrl?: string;
  /** UNDERSTUDY_CONTROL_TOKEN */
  readonly controlToken?: string;
  /** Base URL of the service, UNDERSTUDY_URL; where neither says, it is on the host of the control API. */
  readonly url?: string;
};

/**
 * Uses a mock that another process started: `understudy exec`, a global setup, Playwright's web server. To close it leaves that one running.
 * Throws a TypeError where nothing says which mock, and an Error if none answers there or its token is another.
 */
export const connectService = async (options: ConnectOptions = {}): Promise<TestService> => {
  const controlUrl = options.controlUrl ?? process.env['UNDERSTUDY_CONTROL_URL'];
  const controlToken = options.controlToken ?? process.env['UNDERSTUDY_CONTROL_TOKEN'];
  if (!controlUrl || !controlToken) {
    const missing = controlUrl ? 'controlToken or UNDERSTUDY_CONTROL_TOKEN' : 'controlUrl or UNDERSTUDY_CONTROL_URL';
    throw new TypeError(`say which mock: ${missing} is missing. "understudy exec" sets it, and so does service.env`);
  }
  const reach = openReach({ controlUrl, controlToken, fetch });
  // Asked at once, so that a wrong address is said here and not in every test.
  await reach('GET', '/clock');
  const url = options.url ?? process.env['UNDERSTUDY_URL'] ?? new URL('/api/v1', controlUrl).href;
  return serviceAt({ url, controlUrl, controlToken, reach, release: async () => undefined });
};
