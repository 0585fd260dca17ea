/** What laws make of logs: the clauses that they judge, and the first one that they find broken. */
import { expect, test } from 'vitest';
import type { ClauseId } from '../../spec/clauses.ts';
import { answered, job, logOf } from './log.case.ts';
import { laws } from './laws.ts';
import type { AccountLog, DeliveryLog, JobLog, Log, Submit, UploadLog } from './log.ts';
import { ownRecords } from './usage-laws.ts';

const judgedBy = (id: string, log: Log): { readonly judged: readonly ClauseId[]; readonly broken: ClauseId[] } => {
  const [judged, broken] = [new Set<ClauseId>(), new Array<ClauseId>()];
  const known = { pricing: undefined, totalCharged: () => undefined };
  const law = laws.find((one) => one.id === id);
  if (law === undefined) throw new Error(`there is no law ${id}`);
  law.judge(log, known, (clause, holds) => {
    judged.add(clause);
    if (!holds) broken.push(clause);
  });
  return { judged: [...judged], broken };
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
