/**
 * Webhooks by the thousand: two accounts whose jobs all ask for one, a receiver that takes each at once, and one that answers this and that
 * or nothing. The second books hold every attempt to its instant. As a script it goes through many such servers, and prints what that came to.
 */
import * as fc from 'fast-check';
import type { SubmitJob } from '../../domain/commands.ts';
import type { AccountEvent } from '../../domain/events.ts';
import { isRefused } from '../../domain/refusal.ts';
import type { Stored } from '../../store/store.ts';
import { auditRest, auditState } from './audit.case.ts';
import { voiceSample } from './bench.case.ts';
import { Books } from './books.case.ts';
import { hold, same } from './hold.case.ts';
import { lineForEachSeed } from './line-for-each-seed.case.ts';
import { nextLeap, openServer, type Server, type ServerPorts } from './opening.case.ts';
import type { Program, Who } from './program.case.ts';
import { programOf } from './programs.case.ts';

export type Busy = Omit<Program, 'steps'> & {
  /** Milliseconds between some submits and the next, over and over. */
  readonly pauses: readonly number[];
};

/** Servers with any lawful ladder, on which every job has its place and its money. */
export const busyServers: fc.Arbitrary<Busy> = fc
  .record({ drawn: programOf(1), pauses: fc.array(fc.nat(120_000), { minLength: 1, maxLength: 20 }) })
  .map(({ drawn: { seed, server, rates, receivers }, pauses }) => ({
    seed,
    server: { ...server, concurrency: 1_000_000 },
    balances: [micros, micros],
    rates,
    receivers: [[{ kind: 'answered', status: 200 }], receivers[1]],
    pauses,
  }));
const micros = 1_000_000_000_000;

/** What many deliveries came to. */
export type Delivered = {
  readonly deliveries: number;
  readonly attempts: number;
  readonly abandoned: number;
  readonly virtualMs: number;
};

export const deliverMany = async (busy: Busy, count: number, ports: ServerPorts = {}): Promise<Delivered> => {
  const server = await openServer(busy, ports);
  const { engine } = server;
  const began = engine.clock.now();
  const customers = [await open(server, busy, 0), await open(server, busy, 1)] as const;
  for (let made = 0; made < count;) {
    for (let place = 0; place < submitsAtOnce && made < count; place++, made++)
      await customers[made % unlucky === 0 ? 1 : 0].submit();
    await engine.advanceTo(engine.clock.now() + (busy.pauses[(made / submitsAtOnce) % busy.pauses.length] ?? 0));
    for (const { read } of customers) await read();
  }
  for (let leap = nextLeap(engine); leap !== undefined; leap = nextLeap(engine)) await engine.advanceTo(leap);
  const sum = { deliveries: 0, attempts: 0, abandoned: 0 };
  for (const { id, books, read } of customers) {
    await read();
    const live = await engine.account(id);
    hold(live !== undefined, 'start', () => `no account ${id}`);
    auditState(live, books);
    auditRest(live, books);
    for (const { status, attempts } of books.deliveries.deliveries.values()) {
      hold(status === 'delivered' || status === 'abandoned', 'D1', () => `a delivery of ${id} is ${status} at the end`);
      sum.deliveries++;
      sum.attempts += attempts.length;
      if (status === 'abandoned') sum.abandoned++;
    }
  }
  engine.close();
  same(sum.deliveries, count, 'D1', 'the number of deliveries of as many jobs');
  return { ...sum, virtualMs: engine.clock.now() - began };
};

const submitsAtOnce = 50;
/** One job in so many is of the account whose receiver seldom takes anything: of a ladder there are six attempts. */
const unlucky = 8;

type Customer = {
  readonly id: string;
  readonly books: Books;
  readonly submit: () => Promise<void>;
  /** Holds the books against what has happened. */
  readonly read: () => Promise<void>;
};

const open = async (
  { engine, store, settings, receivers, accountIds }: Server,
  busy: Busy,
  who: Who,
): Promise<Customer> => {
  const id = accountIds[who];
  const books = new Books(id, settings.choices);
  receivers.open(id, busy.receivers[who], books);
  await engine.execute(id, { type: 'store-upload', upload: voiceSample });
  const [voiceKey = ''] = (await engine.account(id))?.uploads.keys() ?? [];
  const command: SubmitJob = {
    type: 'submit-job',
    endpoint: 'voice-clone',
    feature: 'voice_clone',
    inputs: { voice_key: 'audio' },
    body: { voice_key: voiceKey, script: 'Good morning.', callback_url: 'http://127.0.0.1:9/hook' },
  };
  return {
    id,
    books,
    submit: async () => {
      const outcome = await engine.execute(id, command);
      hold(!isRefused(outcome), 'start', () => `a submit of ${id} is refused`);
    },
    read: async () => {
      for await (const stored of store.read(`account:${id}`, books.version + 1))
        books.read(stored as Stored<AccountEvent>);
    },
  };
};

const deliverInMany = async (servers: number, count: number, seed: number): Promise<Delivered> => {
  const sum = { deliveries: 0, attempts: 0, abandoned: 0, virtualMs: 0 };
  await fc.assert(
    fc.asyncProperty(busyServers, async (busy) => {
      const told = await deliverMany(busy, count);
      sum.deliveries += told.deliveries;
      sum.attempts += told.attempts;
      sum.abandoned += told.abandoned;
      sum.virtualMs += told.virtualMs;
    }),
    { numRuns: servers, seed },
  );
  return sum;
};

// The numbers before its seeds: of servers for each, and of deliveries for a server.
await lineForEachSeed(import.meta.url, 2, (seed, servers = 0, count = 0) => deliverInMany(servers, count, seed));
