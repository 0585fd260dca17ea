/** A mock as a suite has it: accounts that never meet, and what they share, which is the clock and the capacity. */
import type {
  AccountRequest,
  Advance,
  CapacityChange,
  CapacityState,
  ClockState,
  Mock,
  NewAccount,
} from '../../mock-server/index.ts';
import { type TestAccount, accountOf } from './account.ts';
import type { Reach } from './reach.ts';

export type TestService = {
  /** Base URL of the service; it ends with `/api/v1`. */
  readonly url: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  /** For other processes that are to use this mock: `connectService` reads them. */
  readonly env: Readonly<Record<'UNDERSTUDY_URL' | 'UNDERSTUDY_CONTROL_URL' | 'UNDERSTUDY_CONTROL_TOKEN', string>>;
  /** A new account for one test: its own key, money, webhook secret, rate window, faults and journal. By default it has 100 USD. */
  readonly account: (request?: Partial<AccountRequest>) => Promise<TestAccount>;
  /** There is one for all accounts: a test that moves it needs a service of its own, or to run alone. */
  readonly clock: TestClock;
  /** There is one for all accounts, too. For one account alone, a fault refuses with the codes of capacity. */
  readonly capacity: () => Promise<CapacityState>;
  readonly setCapacity: (change: CapacityChange) => Promise<CapacityState>;
  /** Ends the mock, where it was started here. */
  readonly close: () => Promise<void>;
};

export type TestClock = {
  readonly now: () => Promise<Date>;
  /** Runs all that is due until then, in order; the clock never goes back. */
  readonly advance: (to: Advance) => Promise<ClockState>;
  /** `real`, `manual`, or a speed such as `60x`. */
  readonly mode: () => Promise<ClockState['mode']>;
  readonly setMode: (mode: ClockState['mode']) => Promise<ClockState>;
};

export type ServiceParts = Pick<TestService, 'url' | 'controlUrl' | 'controlToken'> & {
  readonly reach: Reach;
  readonly release: Mock['close'];
};

export const serviceAt = ({ url, controlUrl, controlToken, reach, release }: ServiceParts): TestService => ({
  url,
  controlUrl,
  controlToken,
  env: { UNDERSTUDY_URL: url, UNDERSTUDY_CONTROL_URL: controlUrl, UNDERSTUDY_CONTROL_TOKEN: controlToken },
  account: async ({ balance_usd = openingBalanceUsd, ...rest } = {}) => {
    // What the journal has to say of the account comes after this entry.
    const { next } = await reach<{ readonly next: number }>('GET', '/journal', { query: { limit: 1 } });
    const made = await reach<NewAccount>('POST', '/accounts', { body: { balance_usd, ...rest } });
    return accountOf(made, { url, reach, bornAfter: next });
  },
  clock: clockAt(reach),
  capacity: () => reach('GET', '/capacity'),
  setCapacity: (change) => reach('PUT', '/capacity', { body: change }),
  close: () => release(),
});

/** As much as the first account of a mock has. */
const openingBalanceUsd = 100;

const clockAt = (reach: Reach): TestClock => {
  const state = (): Promise<ClockState> => reach('GET', '/clock');
  return {
    now: async () => new Date((await state()).now),
    advance: (to) => reach('POST', '/clock/advance', { body: to }),
    mode: async () => (await state()).mode,
    setMode: (mode) => reach('PUT', '/clock', { body: { mode } }),
  };
};
