/** The store of a whole mock takes nothing any more, from the n-th event on, for every n of a short day: each call says so, and costs nothing. */
import { expect, test, vi } from 'vitest';
import { oneCase } from '../engine/simulation/replay.case.ts';
import { type Answer, type TestMock, openMock } from '../http/client.case.ts';
import { MemoryStore } from '../store/memory.ts';

const injected = 'no room for an event';

/** From which append on they fail. */
type Failing = { readonly first: number; isLifted: boolean; appends: number };

const failFrom = (failing: Failing): void => {
  const { append } = MemoryStore.prototype;
  vi.spyOn(MemoryStore.prototype, 'append').mockImplementation(function (this: MemoryStore<unknown>, ...args) {
    failing.appends++;
    return failing.appends >= failing.first && !failing.isLifted
      ? Promise.reject(new Error(injected))
      : append.apply(this, args);
  });
};

/** What a client asks for in a day: each call writes something down, and is the same call if it is made again. */
const stepsOf = (mock: TestMock): (() => Promise<Answer>)[] => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(100)], { type: 'image/png' }), 'one.png');
  let file = '';
  const submit = (key: string) => async (): Promise<Answer> =>
    mock.post('/face-swap-image', { image_key: file, face_key: file }, { headers: { 'idempotency-key': key } });
  const advance = (): Promise<Answer> => mock.steer('POST', '/clock/advance', { seconds: 10 });
  return [
    async () => {
      const answer = await mock.call('POST', '/uploads', undefined, { raw: form });
      if (answer.status === 201) file = answer.body.file_key;
      return answer;
    },
    submit('one'),
    advance,
    () => mock.post('/voice/session', { duration_minutes: 1 }),
    submit('two'),
    () => mock.steer('POST', '/accounts/a1/top-up', { amount_usd: 5 }),
    advance,
  ];
};

type End = { readonly balance: number; readonly spent: number; readonly statuses: readonly string[] };

/** A day, in which everything is asked for in vain from the failure on, and again when it is lifted. */
const live = async (failing: Failing): Promise<End> => {
  const mock = await openMock({ jobTime: 1, port: 0 });
  failFrom(failing);
  try {
    const steps = stepsOf(mock);
    let done = 0;
    for (const step of steps) {
      if ((await step()).status === 500) break;
      done++;
    }
    const rest = steps.slice(done);
    if (rest.length > 0) await expectInVain(mock, rest, done > 0);
    failing.isLifted = true;
    for (const step of rest) expect((await step()).status, 'when there is room again').toBeLessThan(300);
    const { body: balance } = await mock.get('/balance');
    const records = (await mock.get('/usage')).body as unknown as { readonly status: string }[];
    expect(
      mock.failures.filter((error) => !String(error).includes(injected)),
      'what else was told of',
    ).toEqual([]);
    mock.failures.splice(0);
    return {
      balance: balance.balance_usd,
      spent: balance.total_spent_usd,
      statuses: records.map(({ status }) => status),
    };
  } finally {
    vi.restoreAllMocks();
    await mock.close();
  }
};

/** @param hasFile whether there is one: a submit of none is refused for that */
const expectInVain = async (
  mock: TestMock,
  steps: readonly (() => Promise<Answer>)[],
  hasFile: boolean,
): Promise<void> => {
  const before = await mock.money();
  for (const step of steps) {
    const answer = await step();
    const { status, code = '' } = answer;
    expect(hasFile ? ['500 internal_error'] : ['500 internal_error', '400 invalid_input']).toContain(
      `${status} ${code}`,
    );
    expect(answer.text).not.toContain(injected);
  }
  expect(await mock.money(), 'the money meanwhile').toBe(before);
};

test('from whichever event on the store takes nothing, each call gets a clear 500 and costs nothing, until there is room (F07)', async () => {
  const well: Failing = { first: Number.POSITIVE_INFINITY, isLifted: false, appends: 0 };
  const end = await live(well);
  expect(end).toMatchObject({ statuses: ['succeeded', 'succeeded'] });
  for (let first = 1; first <= well.appends; first++) {
    await oneCase(first, async () => expect(await live({ first, isLifted: false, appends: 0 })).toEqual(end));
  }
  expect(well.appends).toBeGreaterThan(8);
});
