/** Stories that fit the schema and make no sense: each mistake is said with its place. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WrongStory, loadStory } from './load.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sense-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const load = async (rest: string) => {
  const file = join(folder, `${files++}.yaml`);
  await writeFile(file, `title: T\nabout: A client waits.\n${rest}`);
  return loadStory(file).catch((error: unknown) => {
    expect(error).toBeInstanceOf(WrongStory);
    return (error as Error).message.replaceAll(file, 'f');
  });
};

const steps = (...lines: string[]): string => `steps:\n${lines.map((line) => `  - ${line}\n`).join('')}`;
const timeline = (line: string): string => `timeline:\n  - ${line}\n`;
const then = (line: string): string => `then:\n  - ${line}\n`;

test.each<[what: string, rest: string, message: string]>([
  ['no verb', steps('{ as: job }'), 'f:4:7: a step needs a verb beside as: upload, submit, look'],
  [
    'two verbs',
    steps('{ submit: avatar, get: balance }'),
    'f:4:23: a step has one verb, and this one has submit already',
  ],
  ['a verb that is mistyped', steps('{ sumbit: avatar }'), 'f:4:7: this has no sumbit: did you mean submit?'],
  ['what does not go with a verb', steps('{ get: balance, key: a }'), 'f:4:21: get has no key: there are as, by,'],
  [
    'a header that says how the bytes go',
    steps('{ get: balance, headers: { Content-Length: 5 } }'),
    "f:4:32: content-length is the driver's to write",
  ],
  [
    'a header that is there twice',
    steps('{ get: balance, headers: { a: x, A: y } }'),
    'f:4:38: there is a header a already, in other letters',
  ],
  ['a header that is none', steps('{ get: balance, headers: { "a b": x } }'), 'f:4:32: headers has no a b'],
  [
    'a header of two lines',
    steps('{ get: balance, headers: { a: "x\\ny" } }'),
    'f:4:35: a must be a text of printable letters of ASCII of at most 4000 characters, or a number',
  ],
  [
    'a key that stands in two places',
    steps('{ get: balance, api_key: x, headers: { authorization: y } }'),
    'f:4:44: authorization is what api_key stands for: one of the two',
  ],
  [
    'an Idempotency-Key that stands in two places',
    steps('{ submit: avatar, key: x, headers: { Idempotency-Key: y } }'),
    'f:4:42: idempotency-key is what key stands for: one of the two',
  ],
  [
    'a download with a key',
    steps('{ submit: avatar, as: job }', '{ download: $job, headers: { Authorization: y } }'),
    'f:5:34: a download has no key',
  ],
  [
    'a key that cannot be sent',
    steps('{ get: balance, api_key: "a b" }'),
    'f:4:30: api_key must be printable letters without a space',
  ],
  [
    'what would change a body of text',
    steps('{ submit: avatar, body: "{}", without: [script] }'),
    'f:4:35: a body of text is sent as it stands: without changes nothing in it',
  ],
  [
    'members of an upload',
    steps('{ upload: image, body: { file: x } }'),
    'f:4:28: an upload takes a body of text alone',
  ],
  [
    'a reference in a header that leads nowhere',
    steps('{ get: balance, headers: { if-match: $job.id } }'),
    'f:4:42: no step before has "as: job"',
  ],
  [
    'what goes with nothing',
    steps('{ clear_faults: true, as: a }'),
    'f:4:27: clear_faults has no as: nothing goes with it',
  ],
  [
    'an endpoint that is not there',
    steps('{ submit: face-swop }'),
    'f:4:15: submit must be one of character-swap, face-swap',
  ],
  ['an endpoint that is mistyped', steps('{ submit: face-swop }'), 'lip-sync, voice-clone: did you mean face-swap?'],
  [
    'an expectation that is mistyped',
    steps('{ get: balance, expect: unautorized }'),
    'words: did you mean unauthorized?',
  ],
  [
    'an operation that is mistyped',
    'faults:\n  - { when: { operation: submitAvater }, then: { fault: job-slow } }\n',
    'getPricing: did you mean submitAvatar?',
  ],
  [
    'a feature that is mistyped',
    'faults:\n  - { when: { feature: lip_synk }, then: { fault: job-slow } }\n',
    'voice_changer: did you mean lip_sync?',
  ],
  [
    'a fault that is mistyped',
    'faults:\n  - { when: {}, then: { fault: job-slo } }\n',
    'words: did you mean job-slow?',
  ],
  ['an event that is mistyped', then('{ sockets: none, event: conected }'), 'lost: did you mean connected?'],
  ['a code that is mistyped', then('{ requests: none, code: rate_limitd }'), ': did you mean rate_limited?'],
  ['a word far from any', steps('{ get: balance, expect: xyzzy }'), 'f:4:29: expect must be a whole number from 100'],
  ['an entry without a moment', timeline('{ top_up: 5 }'), 'f:4:5: this needs a moment: at, which counts'],
  [
    'an entry with two moments',
    timeline('{ at: 1m, after: { status: 2xx }, top_up: 5 }'),
    'f:4:7: at and after are two',
  ],
  ['a delay after nothing', timeline('{ at: 1m, later: 2m, top_up: 5 }'), 'f:4:15: later goes with after'],
  ['an entry that does nothing', timeline('{ at: 1m, by: main }'), 'f:4:5: this does nothing: there are revoke_key,'],
  [
    'an entry that does two things',
    timeline('{ at: 1m, top_up: 5, capacity: { saturated: true } }'),
    'f:4:26: an entry does one thing, and this one has top_up already',
  ],
  [
    'an account beside another one',
    timeline('{ at: 1m, revoke_key: main, by: main }'),
    'f:4:33: by goes with top_up, rates, fault, not with revoke_key',
  ],
  [
    'a restart at a moment of the clock',
    timeline('{ at: 1m, restart: true }'),
    'f:4:15: restart comes after a request, without later',
  ],
  [
    'a restart after a job',
    timeline('{ after: { job: succeeded }, restart: true }'),
    'f:4:34: restart comes after a request',
  ],
  [
    'a restart some time after a request',
    timeline('{ after: { status: 2xx }, later: 1s, restart: true }'),
    'f:4:42: restart comes after a request, without later',
  ],
  [
    'a fault of the timeline without what it does',
    timeline('{ at: 1m, fault: { when: {} } }'),
    'f:4:22: fault needs then',
  ],
  ['an entry about a stranger', timeline('{ at: 1m, top_up: 5, by: her }'), 'f:4:30: there is no account her'],
  ['a key of a stranger', timeline('{ at: 1m, revoke_key: her }'), 'f:4:27: there is no account her'],
  [
    'a request of a stranger',
    timeline('{ after: { status: 2xx, by: her }, top_up: 5 }'),
    'f:4:33: there is no account her',
  ],
  [
    'a key that is revoked twice',
    `timeline:\n  - { at: 1m, revoke_key: main }\n  - { at: 2m, revoke_key: main }\n`,
    'f:5:27: revoke_key main stands here twice',
  ],
  ['what comes after nothing', timeline('{ after: { nth: 2 }, top_up: 5 }'), 'f:4:14: this needs what it comes after'],
  [
    'what comes after two things',
    timeline('{ after: { status: 2xx, job: failed }, top_up: 5 }'),
    'f:4:14: this comes after a request or after a job, not both',
  ],
  [
    'what comes after nobody',
    timeline('{ after: { code: unauthorized }, top_up: 5 }'),
    'f:4:14: a request without a good key is of no account',
  ],
  [
    'a status that no request has',
    timeline('{ after: { status: fine }, top_up: 5 }'),
    'f:4:24: the status of requests is never fine',
  ],
  [
    'an outcome that no attempt has',
    timeline('{ after: { attempt: droped }, rotate_secret: main }'),
    'f:4:25: an outcome is never droped: did you mean dropped?',
  ],
  ['a time that is no time', timeline('{ at: soon, top_up: 5 }'), 'f:4:11: at must be a number from 0'],
  ['a name that is mistyped', timeline('{ at: 1m, topup: 5 }'), 'f:4:15: this has no topup: did you mean top_up?'],
  ['a result of nothing', steps('{ follow: $job }'), 'f:4:15: no step before has "as: job"'],
  [
    'a result that is mistyped',
    steps('{ submit: avatar, as: job }', '{ follow: $jop }'),
    'f:5:15: no step before has "as: jop": did you mean job?',
  ],
  ['a result of later', steps('{ follow: $job }', '{ submit: avatar, as: job }'), 'f:4:15: no step before has'],
  [
    'a result of another kind',
    steps('{ session: voice, as: talk }', '{ send: $talk }'),
    'f:5:13: this needs a stream, and $talk is a session',
  ],
  [
    'a result deep in a body',
    steps('{ submit: avatar, body: { image_key: $img.file_key } }'),
    'f:4:42: no step before has "as: img"',
  ],
  [
    'a result of a step beside it',
    steps('together: [{ submit: avatar, as: a }, { follow: $a }]'),
    'f:4:53: no step before has "as: a"',
  ],
  ['a name that is no reference', steps('{ follow: job }'), 'f:4:15: follow must be the result of a step before'],
  [
    'an account that is not there',
    steps('{ get: balance, by: othr }'),
    'f:4:25: there is no account othr: there are main',
  ],
  [
    'an account that is mistyped',
    `given: { accounts: { other: {} } }\n${steps('{ revoke_key: othre }')}`,
    'f:5:19: there is no account othre: did you mean other?',
  ],
  ['a key of nobody', steps('{ revoke_key: nobody }'), 'f:4:19: there is no account nobody'],
  ['main given twice', 'given: { accounts: { main: {} } }', 'f:3:22: main is the first account'],
  ['an account of a strange name', 'given: { accounts: { Mine!: {} } }', 'f:3:22: accounts has no Mine!'],
  [
    'a time that is none',
    steps('{ advance: soon }'),
    'f:4:16: advance must be a number from 0 to 31622400, or a time such as',
  ],
  ['a job without an id', steps('{ get: jobs }'), 'f:4:12: job_id goes with get: jobs'],
  [
    'an expectation that is none',
    steps('{ get: balance, expect: fine }'),
    'f:4:29: expect must be a whole number from 100',
  ],
  ['a claim about nothing', then('{ status: failed }'), 'f:4:5: a claim needs what it is about: jobs, sessions'],
  [
    'a claim with what it has not',
    then('{ jobs: 1, seconds: 3 }'),
    'f:4:16: a claim about jobs has no seconds: there are by, why',
  ],
  [
    'a status that no job has',
    then('{ jobs: none, status: faild }'),
    'f:4:27: the status of jobs is never faild: did you mean failed?',
  ],
  [
    'a status of another thing',
    then('{ deliveries: none, status: 2xx }'),
    'f:4:33: the status of deliveries is never 2xx: there are scheduled, running, delivered, abandoned',
  ],
  ['a status as a number', then('{ jobs: none, status: 200 }'), 'f:4:27: the status of jobs is never 200: there are'],
  ['a class that is none', then('{ requests: none, status: 9xx }'), 'f:4:31: the status of requests is never 9xx'],
  [
    'a code of another thing',
    then('{ jobs: none, code: 1000 }'),
    'f:4:25: the code of jobs is never 1000: there are face_not_detected',
  ],
  [
    'a code of jobs',
    then('{ requests: none, code: processing_failed }'),
    'f:4:29: the code of requests is never processing_failed: there are',
  ],
  [
    'a code of requests',
    then('{ sockets: none, code: unauthorized }'),
    'f:4:28: the code of sockets is never unauthorized: there are a close code',
  ],
  [
    'a fault that is not there',
    then('{ requests: none, fault: request-drop-after-comit }'),
    'f:4:30: a fault is never request-drop-after-comit: did you mean request-drop-after-commit',
  ],
  [
    'an outcome that is none',
    then('{ deliveries: none, outcomes: [500, tiemout] }'),
    'f:4:41: an outcome is never tiemout: did you mean timeout?',
  ],
  [
    'what never comes in an order',
    then('{ order: [{ code: face_not_detected }, { status: 2xx }] }'),
    'f:4:23: the code of requests is never face_not_detected',
  ],
  [
    'what never came before',
    then('{ requests: none, after: { status: fine } }'),
    'f:4:40: the status of requests is never fine',
  ],
  ['a time after nothing', then('{ requests: 1, within: 3s }'), 'f:4:20: within goes with after'],
  ['a claim about a stranger', then('{ jobs: 1, by: her }'), 'f:4:20: there is no account her: there are main'],
  ['a claim with a strange number', then('{ jobs: -1 }'), 'f:4:13: jobs must be a whole number from 0'],
])('%s is refused, and its place is said', async (_what, rest, message) => {
  expect(await load(rest)).toEqual(expect.stringContaining(message));
});

test.each([
  '{ jobs: all, status: queued, code: processing_failed }',
  '{ sessions: all, status: closing }',
  '{ deliveries: all, status: abandoned, outcomes: [500, 2xx, timeout, dns, dropped] }',
  '{ requests: all, status: 4xx, code: at_capacity, fault: request-error, after: { status: none, code: rate_limited } }',
  '{ requests: all, status: 429 }',
  '{ sockets: all, code: 4000 }',
  '{ order: [{ status: 2xx }, { status: 503, code: capacity_warming }] }',
])('words that there are narrow a claim: %s', async (claim) => {
  expect(await load(then(claim))).toMatchObject({ variants: {} });
});

test('a story that makes sense is taken as it is written', async () => {
  const loaded = await load(
    `given: { accounts: { other: { balance: 1 } } }\n${steps(
      '{ submit: avatar, as: job, body: { script: "costs $5, $job is text here" } }',
      '{ look: $job, by: other, expect: not_found }',
      '{ get: jobs, job_id: $job.id, by: nobody, expect: unauthorized }',
    )}${then('{ jobs: 1, by: main }')}`,
  );
  expect(loaded).toMatchObject({
    story: { steps: [{ body: { script: 'costs $5, $job is text here' } }, {}, {}], then: [{ jobs: 1, by: 'main' }] },
  });
});
