/** What a request costs where there are ten accounts and where there are ten thousand; and what an account holds. */
import type { Figure } from './figure.ts';
import { type Load, get, load, post } from './load.ts';
import { alternate, isQuick, ofRounds } from './median.ts';
import { type Peer, startMock } from './peer.ts';
import { avatarBody, bearer, keys, newAccount, rich, uploadPortrait } from './requests.ts';

const rounds = 7;
const seconds = 1;
const connections = 16;

/** Accounts of the two mocks. */
const sizes = { few: 10, many: isQuick ? 1_000 : 10_000 } as const;
/** Not more of them submit: each has to upload first. They are taken from all of them. */
const submitters = 500;

export const accounts = async (): Promise<Figure[]> => {
  const few = await startPeopled(sizes.few);
  const many = await startPeopled(sizes.many);
  const reads = await race(few, many, readsOf);
  const submits = await race(few, many, submitsOf);
  await Promise.all([few.mock.stop(), many.mock.stop()]);
  const among = `among ${sizes.many.toLocaleString('en')} accounts`;
  const peer = `among ${sizes.few}`;
  return [
    { what: `GET /balance ${among}`, unit: 'µs', peer, ...reads, goal: { of: 'ratio', atMost: 1.3 } },
    { what: `POST /avatar ${among}`, unit: 'µs', peer, ...submits, goal: { of: 'ratio', atMost: 1.3 } },
    { what: 'a new account', unit: 'KiB', ours: many.kibibytesEach },
  ];
};

type Peopled = { readonly mock: Peer; readonly keys: readonly string[]; readonly kibibytesEach: number };

const startPeopled = async (count: number): Promise<Peopled> => {
  const mock = await startMock(...rich);
  const made: string[] = [];
  await newAccount(mock);
  const before = mock.memory().now;
  while (made.length < count) {
    const next = Array.from({ length: Math.min(50, count - made.length) }, () => newAccount(mock));
    made.push(...(await Promise.all(next)));
  }
  return { mock, keys: made, kibibytesEach: ((mock.memory().now - before) * 1024) / count };
};

type RequestsOf = (peopled: Peopled) => Promise<Pick<Load, 'next' | 'status'>>;

const race = async (few: Peopled, many: Peopled, requestsOf: RequestsOf) => {
  const run = async (peopled: Peopled) => {
    const requests = await requestsOf(peopled);
    return () => load({ ...requests, port: peopled.mock.port, connections, seconds });
  };
  const taken = await alternate(rounds, { few: await run(few), many: await run(many) });
  const microseconds = ({ perSecond }: { readonly perSecond: number }): number => 1e6 / perSecond;
  return ofRounds(taken.many.map(microseconds), taken.few.map(microseconds));
};

const readsOf: RequestsOf = async ({ keys: all }) => {
  const requests = all.map((apiKey) => get('/api/v1/balance', bearer({ apiKey })));
  return { next: inTurn(requests), status: 200 };
};

const submitsOf: RequestsOf = async ({ mock, keys: all }) => {
  const step = Math.max(1, Math.floor(all.length / submitters));
  const bodies: { apiKey: string; body: string }[] = [];
  for (const apiKey of all.filter((_, index) => index % step === 0)) {
    bodies.push({ apiKey, body: avatarBody(await uploadPortrait({ ...mock, apiKey })) });
  }
  const next = inTurn(bodies);
  const nextKey = keys('accounts');
  return {
    next: () => {
      const { apiKey, body } = next();
      return post('/api/v1/avatar', { ...bearer({ apiKey }), 'idempotency-key': nextKey() }, body);
    },
    status: 202,
  };
};

const inTurn = <T>(all: readonly T[]): (() => T) => {
  let turn = 0;
  return () => {
    const one = all[turn++ % all.length];
    if (one === undefined) throw new Error('there is nothing to take in turn');
    return one;
  };
};
