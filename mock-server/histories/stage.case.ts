/** Where a history takes place: a mock on a port of loopback, a receiver, two accounts, and a record of all that came of it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mediumBytes, medium, type MediumName } from '../../fixtures/media.ts';
import type { Fault } from '../../spec/faults.ts';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { type Seen, at } from '../choices/client.case.ts';
import { type Mock, type Ports, createMock } from '../compose.ts';
import { completeChoices } from '../gap-choices.ts';
import { bytesOf, exchange } from './exchange.case.ts';
import type { Program, Who } from './program.case.ts';
import { type HistoryReceiver, type Receipt, openHistoryReceiver } from './receiver.case.ts';
import type { HistoryStream } from './stream.case.ts';

/** A request, and what came back. What met it on its way stands in the journal, under its tag. */
export type Call = {
  readonly tag: string;
  readonly who: Who;
  readonly method: string;
  readonly path: string;
  /** Undefined where no whole answer came. */
  readonly seen: Seen | undefined;
};

/** What the receiver knows at the moment at which a delivery comes. */
export type Moment = {
  /** The mock's clock, in milliseconds. */
  readonly now: number;
  readonly secrets: readonly [string, string];
  /** Of the job that the body names, as the control API shows it; undefined where there is none. */
  readonly status: string | undefined;
};

/** A submit as it was sent: repeats of a key share one, and so do copies. */
export type Sent = {
  readonly who: Who;
  readonly key: string | undefined;
  readonly path: string;
  readonly body: object;
  readonly hasCallback: boolean;
  /** The ids that came back, of all copies. */
  readonly ids: string[];
  /** Copies that were answered by nothing that can be read. */
  unread: number;
};

export type Person = {
  readonly who: Who;
  readonly accountId: string;
  key: string;
  keyId: string;
  secret: string;
  toppedUpMicros: number;
  image: string;
  audio: string;
  video: string;
  /** Ids of jobs that this person knows of, oldest first. */
  readonly jobs: string[];
  readonly streams: HistoryStream[];
};

export type Stage = {
  readonly program: Program;
  readonly mock: Mock;
  readonly receiver: HistoryReceiver<Moment>;
  readonly people: readonly [Person, Person];
  readonly calls: Call[];
  readonly submits: Sent[];
  /** Each fault that was asked for, by any way in. */
  readonly asked: Set<string>;
  readonly failures: unknown[];
  /** Session calls that may have made a session that nobody knows of. */
  unknownSessions: number;
  /** Resends that were accepted, by delivery. */
  readonly resends: Map<string, number>;
  readonly now: () => number;
  readonly call: (
    person: Person,
    method: string,
    path: string,
    more?: {
      readonly body?: object | FormData | undefined;
      readonly headers?: Readonly<Record<string, string>>;
      readonly key?: string;
      /** Asked for by a header. */
      readonly fault?: Fault | undefined;
    },
  ) => Promise<Call>;
  readonly sendFile: (
    person: Person,
    name: MediumName,
    more?: { readonly as?: string; readonly type?: string; readonly fault?: Fault | undefined },
  ) => Promise<Call>;
  /** Every entry of the journal, oldest first. */
  readonly journal: () => readonly JournalEntry[];
  /** Until nothing moves any more at this instant, but for receivers that keep silent. */
  readonly settle: () => Promise<void>;
};

/** Waits for an attempt as long as it takes, unless receivers may be silent. */
const settleMs = { patient: 10_000, hanging: 100 };

/** What stands between the mock and those who look at it, and may change what they see: to show what the checks make of that. */
export type Lies = {
  /** What a caller is answered. */
  readonly answers?: (asked: Omit<Call, 'seen'>, seen: Seen | undefined) => Seen | undefined;
  /** What a receiver has heard, for each time something came. */
  readonly hears?: (receipt: Receipt<Moment>) => readonly Receipt<Moment>[];
};

export const openStage = async (
  program: Program,
  ports: Ports = {},
  { answers = (_, seen) => seen, hears = (receipt) => [receipt] }: Lies = {},
): Promise<Stage> => {
  const { seed, shuffled, rateLimit, jobTime, concurrency, openingCents, hangs } = program;
  const failures: unknown[] = [];
  const mock = await createMock(
    {
      clock: 'manual',
      seed,
      rateLimit,
      concurrency,
      balance: openingCents / 100,
      signatureTime: 'clock',
      settleMs: hangs ? settleMs.hanging : settleMs.patient,
      onFailure: (error) => failures.push(error),
      ...(jobTime !== undefined && { jobTime }),
      ...(shuffled && { choices: completeChoices({}, seed) }),
    },
    { ports },
  );
  const { control } = mock;
  const now = (): number => mock.clock.now().getTime();
  const receiver = await openHistoryReceiver<Moment>(async (raw) => {
    const { secret: one } = people[0];
    const { secret: other } = people[1];
    const [id, moment] = [jobIn(raw), now()];
    const jobs = await control.jobs({ limit: 1_000 });
    return { now: moment, secrets: [one, other], status: jobs.find((job) => job.id === id)?.status };
  }, hears);
  const second = await control.createAccount({ balance_usd: openingCents / 100 });
  const toppedUpMicros = openingCents * 10_000;
  const nobody = { image: '', audio: '', video: '', toppedUpMicros };
  const people: [Person, Person] = [
    {
      ...nobody,
      who: 0,
      accountId: 'a1',
      key: mock.apiKey,
      keyId: '',
      secret: mock.webhookSecret,
      jobs: [],
      streams: [],
    },
    {
      ...nobody,
      who: 1,
      accountId: second.account_id,
      key: second.api_key,
      keyId: second.key_id,
      secret: second.webhook_secret,
      jobs: [],
      streams: [],
    },
  ];
  const calls: Call[] = [];
  const entries: JournalEntry[] = [];
  let read = 0;
  /** Writing entries takes time, so that each is read once. */
  const journal = (): readonly JournalEntry[] => {
    for (;;) {
      const page = control.journal({ since: read, limit: 1_000 });
      if (page.entries.length === 0) return entries;
      entries.push(...page.entries);
      read = page.next;
    }
  };

  const call: Stage['call'] = async (person, method, path, { body, headers = {}, key = person.key, fault } = {}) => {
    const tag = `r${calls.length + 1}`;
    const place = { tag, who: person.who, method, path };
    const index = calls.push({ ...place, seen: undefined }) - 1;
    const form = body instanceof FormData ? await bytesOf(body) : undefined;
    const answer = await exchange({
      method,
      url: path.startsWith('http') ? path : mock.url + path,
      headers: {
        authorization: `Bearer ${key}`,
        'x-tag': tag,
        ...(body !== undefined && { 'content-type': form === undefined ? 'application/json' : form.type }),
        ...(fault !== undefined && { 'x-understudy-fault': written(fault) }),
        ...headers,
      },
      body: form?.bytes ?? (body && JSON.stringify(body)),
    });
    const seen = answers(place, answer);
    return (calls[index] = { ...place, seen });
  };
  const sendFile: Stage['sendFile'] = async (
    person,
    name,
    { as = name, type = medium(name).contentType, fault } = {},
  ) => {
    const form = new FormData();
    form.set('file', new Blob([(await mediumBytes(name)).slice()], { type }), as);
    return call(person, 'POST', '/uploads', { body: form, fault });
  };

  const isQuiet = async (): Promise<boolean> => {
    await control.jobs({ limit: 1 });
    const due = control.clock().next_due;
    if (due !== null && Date.parse(due) <= now()) return false;
    const deliveries = await control.deliveries({ limit: 1_000 });
    const running = deliveries.flatMap(({ attempts }) => attempts).filter(({ ended_at }) => ended_at === null).length;
    return running <= receiver.hanging();
  };

  return {
    program,
    mock,
    receiver,
    people,
    calls,
    submits: [],
    asked: new Set(),
    failures,
    unknownSessions: 0,
    resends: new Map(),
    now,
    call,
    sendFile,
    journal,
    settle: async () => {
      for (const { streams } of people) await Promise.all(streams.map((stream) => stream.settle()));
      const until = performance.now() + 20_000;
      // What follows an attempt begins in a later turn than its end.
      for (let quiet = 0; quiet < 3;) {
        quiet = (await isQuiet()) ? quiet + 1 : 0;
        await nextTurn();
        if (performance.now() > until) throw new Error('W5: the mock does not come to rest at an instant');
      }
    },
  };
};

const jobIn = (raw: Buffer): string => /"id":\s*"([^"]*)"/.exec(raw.toString())?.[1] ?? '';

/** As the header says it. */
const written = ({ name, params = {} }: Fault): string =>
  name +
  Object.entries(params)
    .map(([param, value]) => `; ${param}=${value}`)
    .join('');

/** What stands under a name in the body of an answer, as text; empty if it is not there. */
export const textIn = (call: Call, name: string): string => {
  const value = at(call.seen?.body, name);
  return typeof value === 'string' ? value : '';
};
