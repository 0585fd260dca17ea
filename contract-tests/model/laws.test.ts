/** What laws make of logs: the clauses that they judge, and the first one that they find broken. */
import { expect, test } from 'vitest';
import type { ClauseId } from '../../spec/clauses.ts';
import type { Told } from '../trial.ts';
import { answered, job, logOf, stream } from './log.case.ts';
import { laws } from './laws.ts';
import type { AccountLog, DeliveryLog, JobLog, Log, Submit, UploadLog } from './log.ts';
import { ownRecords } from './usage-laws.ts';

type Judged = { readonly judged: readonly ClauseId[]; readonly broken: ClauseId[]; readonly told: readonly Told[] };

const judgedBy = (id: string, log: Log): Judged => {
  const [judged, broken, told] = [new Set<ClauseId>(), new Array<ClauseId>(), new Array<Told>()];
  const known = { pricing: undefined, totalCharged: () => undefined };
  const law = laws.find((one) => one.id === id);
  if (law === undefined) throw new Error(`there is no law ${id}`);
  law.judge(log, known, (clause, holds, what) => {
    judged.add(clause);
    told.push(what);
    if (!holds) broken.push(clause);
  });
  return { judged: [...judged], broken, told };
};

const balance = (leftMicros: number) => ({ exchange: answered({}), leftMicros, spentMicros: 0, toppedUpMicros: 0 });

const account = (goneMicros: number, more: Partial<AccountLog> = {}): AccountLog => ({
  before: balance(1_000_000),
  after: balance(1_000_000 - goneMicros),
  late: balance(1_000_000 - goneMicros),
  recordsBefore: undefined,
  usage: { exchange: answered([]), records: [] },
  summary: answered({}),
  toppedUpMicros: 0,
  ...more,
});

const succeeded = { id: 'j', status: 'succeeded', charged_usd: 0.03, output_url: 'https://service.example/1' };
const failed = { id: 'j', status: 'failed', charged_usd: 0.03, error: { code: 'content_rejected', message: 'No.' } };

test.each([
  ['a job that failed and was not paid back', [job(0, failed)], 30_000, ['service.charges-from-balance']],
  ['one that was', [job(0, failed)], 0, []],
  ['a job that was paid twice', [job(0, succeeded)], 60_000, ['service.charges-from-balance']],
] as const)('the balance of a deployment is judged after %s', (_, jobs, gone, broken) => {
  const found = judgedBy('books-balance-without-control', logOf({ accounts: [account(gone)], jobs }));
  expect([...new Set(found.broken)]).toEqual(broken);
  expect(found.judged).toEqual(['service.charges-from-balance']);
});

test.each(['books-balance', 'books-balance-without-control'])('%s tells of a pass what it tells of a finding', (id) => {
  const log = logOf({ accounts: [account(30_000)], jobs: [job(0, succeeded)], exchanges: [answered({})] });
  const { judged, broken, told } = judgedBy(id, log);
  expect([judged, broken]).toEqual([['service.charges-from-balance'], []]);
  const findings = judgedBy(id, { ...log, accounts: [account(60_000)] });
  expect(findings.broken).toEqual(judged);
  expect(told.map((one) => ({ ...one, actual: '0.06 USD' }))).toEqual(findings.told);
  expect(told[0]).toMatchObject({ expected: '0.03 USD gone from the balance', at: log.exchanges });
});

const [voice, live] = [stream(60, 500_000), { ...stream(60, 500_000), kind: 'full_live_swap' as const }];
const [voiceCeiling, liveCeiling] = [
  'resources.voice-session.max-cost-usd-ceiling',
  'resources.live-swap-session.max-cost-usd-ceiling',
] as const;

test.each<[string, Partial<Log>, number, readonly ClauseId[], readonly ClauseId[]]>([
  ['a stream below its ceiling', { streams: [voice] }, 500_000, [voiceCeiling], []],
  ['a stream above it', { streams: [live] }, 600_000, [liveCeiling], [liveCeiling]],
  ['two of one kind', { streams: [voice, voice] }, 900_000, [voiceCeiling], []],
  ['streams of both kinds', { streams: [voice, live] }, 9_000_000, [], []],
  ['a stream beside a job', { streams: [voice], jobs: [job(0, succeeded)] }, 9_000_000, [], []],
])(
  'after %s a ceiling is judged where what is gone is the doing of its streams alone',
  (_, parts, gone, judged, broken) => {
    const found = judgedBy('streams-below-ceiling', logOf({ accounts: [account(gone)], ...parts }));
    expect([found.judged, found.broken]).toEqual([judged, broken]);
  },
);

const back = 'states.job.never-back-to-queued';

test.each<[string, readonly string[], boolean]>([
  ['that was never seen in processing', ['queued', 'queued', 'succeeded'], false],
  ['that was seen in processing last', ['queued', 'processing'], false],
  ['that was seen in processing and after it', ['queued', 'processing', 'succeeded'], true],
])('of a job %s it is known whether it went back: %j', (_, statuses, isJudged) => {
  const looks = statuses.map((status) => ({ id: 'j', status }));
  expect(judgedBy('never-back-to-queued', logOf({ jobs: [job(0, ...looks)] })).judged.includes(back)).toBe(isJudged);
});

const record = (id: string, charged_usd: number): object => ({ id, charged_usd });

test.each([
  ['all of an account of its own', { listed: ['a', 'j'], before: undefined }, ['a', 'j']],
  ['those with the ids of its jobs', { listed: ['a', 'j', 'b'], before: ['a'] }, ['j']],
  ['those that are new, where ids are their own', { listed: ['a', 'r1', 'r2'], before: ['a'] }, ['r1', 'r2']],
])('the records of a history are %s', (_, { listed, before }, own) => {
  const records = (ids: readonly string[]): readonly object[] => ids.map((id) => record(id, 0.03));
  const log = { usage: { exchange: answered([]), records: records(listed) }, recordsBefore: before && records(before) };
  expect(ownRecords(log, ['j'])).toEqual(records(own));
});

test.each([
  ['with the ids of both', ['a', 'j', 's'], ['j', 's']],
  ['that are new, where those of streams have ids of their own', ['a', 'j', 'r'], ['j', 'r']],
  ['that are new, where those of jobs have ids of their own', ['a', 'r', 's'], ['r', 's']],
])('the records of a history with a stream beside its job are those %s', (_, listed, own) => {
  const records = (ids: readonly string[]): readonly object[] => ids.map((id) => record(id, 0.03));
  const log = { usage: { exchange: answered([]), records: records(listed) }, recordsBefore: records(['a']) };
  expect(ownRecords(log, ['j'], ['s'])).toEqual(records(own));
});

test('of a log that holds more than it lists, records are known by the ids of jobs or not at all', () => {
  const before = Array.from({ length: 500 }, (_, index) => record(`a${index}`, 0.03));
  const usageOf = (id: string) => ({ exchange: answered([]), records: [record(id, 0.03), ...before.slice(1)] });
  expect(ownRecords({ usage: usageOf('r'), recordsBefore: before }, ['j'])).toBeUndefined();
  expect(ownRecords({ usage: usageOf('j'), recordsBefore: before }, ['j'])).toEqual([record('j', 0.03)]);
});

test('records that others left on an account are not held against a history', () => {
  const usage = { exchange: answered([]), records: [record('old', 7), record('j', 0.03)] };
  const used = (recordsBefore: readonly object[] | undefined): Log =>
    logOf({ accounts: [account(30_000, { usage, recordsBefore })], jobs: [job(0, succeeded)] });
  expect(judgedBy('usage-agrees', used([record('old', 7)])).broken).toEqual([]);
  expect(judgedBy('usage-agrees', used(undefined)).broken).toEqual(['endpoints.usage.items-are-records']);
});

const [mine, other] = ['http://127.0.0.1:1/hooks/h1', 'http://127.0.0.1:1/hooks/h2'];
const called = (...looks: readonly object[]): JobLog => ({ ...job(0, ...looks), callbackUrl: mine });
const came = (data: object, delivery_id = 'd1', callbackUrl: string | undefined = mine): DeliveryLog => ({
  callbackUrl,
  json: { event: 'job.succeeded', delivery_id, data },
  exchange: answered({}),
});

test.each<[string, string, JobLog, readonly DeliveryLog[], readonly ClauseId[]]>([
  ['its webhook', 'webhooks-as-asked', called(succeeded), [came(succeeded)], []],
  ['none', 'webhooks-as-asked', called(succeeded), [], ['events.content.succeeded-sent']],
  ['none before its end', 'webhooks-as-asked', called({ status: 'processing' }), [], []],
  ['none after its failure', 'webhooks-of-failures', called(failed), [], ['events.content.failed-sent']],
  ['one unasked', 'webhooks-as-asked', job(0, succeeded), [came(succeeded)], ['events.content.none-without-callback']],
  [
    'one at another address',
    'webhooks-as-asked',
    called(succeeded),
    [came(succeeded, 'd1', other)],
    ['events.content.posted-to-callback-url'],
  ],
  ['a repeat', 'webhooks-agree', called(succeeded), [came(succeeded), came(succeeded)], []],
  [
    'a repeat with an id of its own',
    'webhooks-agree',
    called(succeeded),
    [came(succeeded), came(succeeded, 'd2')],
    ['events.content.delivery-id-stable'],
  ],
  ['a link that was signed anew', 'webhooks-agree', called(succeeded), [came({ ...succeeded, output_url: 'b' })], []],
  ...[
    { ...succeeded, output_url: null },
    { ...succeeded, charged_usd: 0.02 },
    { ...succeeded, status: 'failed' },
    { ...succeeded, id: 'k' },
  ].map((data): [string, string, JobLog, readonly DeliveryLog[], readonly ClauseId[]] => [
    `a webhook with ${JSON.stringify(data)}`,
    'webhooks-agree',
    called(succeeded),
    [came(data)],
    ['events.content.data-as-polled'],
  ]),
  [
    'another code',
    'webhooks-agree',
    called(failed),
    [came({ ...failed, error: { code: 'processing_failed', message: 'No.' } })],
    ['events.content.data-as-polled'],
  ],
])('of a job that got %s, %s says so', (_, law, one, deliveries, broken) => {
  expect(judgedBy(law, logOf({ jobs: [one], deliveries })).broken).toEqual(broken);
});

test('of a webhook that came once it is not known whether its delivery_id is stable', () => {
  const judged = (...deliveries: readonly DeliveryLog[]): boolean =>
    judgedBy('webhooks-agree', logOf({ jobs: [called(succeeded)], deliveries })).judged.includes(
      'events.content.delivery-id-stable',
    );
  expect([judged(came(succeeded)), judged(came(succeeded), came(succeeded))]).toEqual([false, true]);
});

const refusal = (code: string) => {
  const exchange = answered({ error: { code, message: 'No.' } });
  return { ...exchange, answer: { status: 400, headers: {}, body: new Uint8Array(), json: exchange.answer?.json } };
};
const upload: UploadLog = { who: 0, role: 'face', exchange: answered({ file_key: 'f' }), fileKey: 'f' };
const submit = (uploads: readonly UploadLog[], exchange: Submit['exchange']): Submit => ({
  who: 0,
  endpoint: 'face-swap-image',
  key: undefined,
  kind: 'first',
  uploads,
  callbackUrl: undefined,
  exchange,
});

test('a submit that is refused with an uploaded file breaks the clause of its key, if such a submit is taken at all', () => {
  const taken = submit([], answered({ id: 'j' }));
  const refused = submit([upload], refusal('invalid_input'));
  const broken = (...submits: readonly Submit[]): readonly ClauseId[] =>
    judgedBy('uploads-usable', logOf({ submits, uploads: [upload] })).broken;
  expect(broken(taken, refused)).toEqual(['resources.upload.file-key-usable']);
  expect(broken(refused)).toEqual([]);
  expect(broken({ ...taken, key: 'order-1' }, refused)).toEqual(['resources.upload.file-key-usable']);
  expect(broken({ ...taken, key: 'order-1' }, submit([], refusal('invalid_input')), refused)).toEqual([]);
  expect(broken(taken, submit([upload], refusal('insufficient_balance')))).toEqual([]);
  expect(broken(taken, submit([upload], answered({ id: 'k' })))).toEqual([]);
});
