/** `test` for vitest: a service for each test file, started when a test first wants it, and an account for each test. */
import { type TestAPI, test as base } from 'vitest';
import type { AccountRequest, MockOptions } from '../../mock-server/index.ts';
import type { FailOn } from '../conduct-report/fail-on.ts';
import type { TestAccount } from './account.ts';
import { type ConnectOptions, connectService, startService } from './open.ts';
import type { TestClock, TestService } from './service.ts';

export type SuiteFixtures = {
  /** The mock of the test file. A concurrent test has one of its own. */
  readonly service: TestService;
  /** A new account of that service. */
  readonly account: TestAccount;
  /** It stands still unless the test moves it, and goes on as before after the test. */
  readonly clock: TestClock;
};

export type SuiteOptions = {
  /** How each mock is started. */
  readonly mock?: MockOptions;
  /** Uses a mock of another process instead; `{}` is the one that the variables of `understudy exec` name. No test has its clock then. */
  readonly connect?: ConnectOptions;
  /** What each account begins with. */
  readonly account?: Partial<AccountRequest>;
  /** Judges the conduct of the client after each test that has an account: from which verdict on it fails. `never` if nothing is said. */
  readonly failOn?: FailOn;
};

type Fixtures = SuiteFixtures & { readonly workerService: TestService };

/** A `test` with other mocks or accounts than the usual ones, or that judges every client. Throws a TypeError for both `mock` and `connect`. */
export const createTest = (options: SuiteOptions = {}): TestAPI<SuiteFixtures> => {
  const { mock, connect, account: request, failOn = 'never' } = options;
  if (mock !== undefined && connect !== undefined) {
    throw new TypeError('mock is for one that is started here, connect for one that runs already: give one of them');
  }
  return base.extend<Fixtures>({
    workerService: [
      // oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern what a fixture needs: nothing
      async ({}, use) => {
        const service = connect === undefined ? await startService(mock) : await connectService(connect);
        await use(service);
        await service.close();
      },
      { scope: 'worker' },
    ],
    service: async ({ workerService: service, task }, use) => {
      if (connect !== undefined) return use(service);
      if (task.concurrent === true) {
        // Others run at the same time, and there is one clock for all: a mock of its own costs a few milliseconds.
        const own = await startService(mock);
        await use(own);
        return own.close();
      }
      const before = await service.clock.mode();
      await use(service);
      // Only now, after the client was judged: on a clock that stood still no pause is held against it.
      if ((await service.clock.mode()) !== before) await service.clock.setMode(before);
    },
    account: async ({ service }, use) => {
      const account = await service.account(request);
      await use(account);
      try {
        if (failOn !== 'never') await account.expectConduct({ failOn });
      } finally {
        await account.close();
      }
    },
    clock: async ({ service }, use) => {
      if (connect !== undefined) {
        throw new Error(
          'others may use the clock of a mock in another process: for a test that moves it, take a test without connect, or service.clock if you know that nobody does',
        );
      }
      await service.clock.setMode('manual');
      await use(service.clock);
    },
  });
};
