/** A database whose answer is lost after it has committed: nothing is said that may be untrue, and what stands is gone on with. */
import { afterEach, expect, test, vi } from 'vitest';
import type { EngineEvent } from './engine/streams.ts';
import { type TestMock, openMock } from './http/client.case.ts';
import { DatabaseGone } from './store/postgres/errors.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';
import { PgEvents } from './store/postgres/events.ts';
import { openReceiver } from './webhooks/receiver.case.ts';

overPostgres(({ place, opened }) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const two = async (): Promise<[TestMock, TestMock]> => {
    const shared = { ...(await place()), jobTime: 1 };
    return [opened(await openMock(shared)), opened(await openMock(shared))];
  };

  test('a submit that may have been taken is not said to be unbilled; with its key it is sent again, and is one job', async () => {
    const [one, other] = await two();
    const key = await one.upload('portrait.png');
    const submit = (mock: TestMock) =>
      mock.post('/face-swap-image', { image_key: key, face_key: key }, { headers: { 'idempotency-key': 'k' } });
    loseAnswersTo('job.submitted', 1);
    const lost = await submit(one);
    expect([lost.status, lost.code]).toEqual([500, 'internal_error']);
    expect(lost.body.error.message).toMatch(/not known whether it was taken.*Idempotency-Key/);
    expect(lost.body.error.message).not.toContain('billed');
    const [again, elsewhere] = [await submit(one), await submit(other)];
    expect([again.status, elsewhere.body.id]).toEqual([202, again.body.id]);
    await one.clock.advance({ seconds: 30 });
    expect((await other.get('/usage')).body).toHaveLength(1);
    toldOf(one);
  });

  test('an attempt that was stored without a word is sent once, by the process that stored it', async () => {
    const receiver = opened(await openReceiver(200));
    const [one, other] = await two();
    const key = await one.upload('portrait.png');
    await one.post('/face-swap-image', { image_key: key, face_key: key, callback_url: receiver.url });
    const lost = loseAnswersTo('delivery.started', 1);
    await expect(one.clock.advance({ seconds: 30 })).rejects.toThrow();
    expect(lost()).toBe(1);
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
    const attempts = async (): Promise<unknown> => (await other.steer('GET', '/deliveries')).body;
    await expect.poll(attempts, { timeout: 10_000 }).toMatchObject([{ status: 'delivered', attempts: [{}] }]);
    await one.clock.advance({ seconds: 3_600 });
    expect(receiver.received).toHaveLength(1);
    toldOf(one);
  });

  /** The failures that the test has made, and no other. */
  const toldOf = (mock: TestMock): void => {
    expect(mock.failures.map(String).filter((told) => !told.includes('cannot be reached'))).toEqual([]);
    mock.failures.splice(0);
  };
});

/** Takes what holds an event of a type, and says that the database is gone. @returns how often it did */
const loseAnswersTo = (type: EngineEvent['type'], times: number): (() => number) => {
  let lost = 0;
  const own = PgEvents.prototype.append;
  vi.spyOn(PgEvents.prototype, 'append').mockImplementation(async function (this: unknown, stream, version, events) {
    await own.call(this as PgEvents<unknown>, stream, version, events);
    if (lost >= times || !(events as EngineEvent[]).some((event) => event.type === type)) return;
    lost++;
    throw new DatabaseGone('the line was cut');
  });
  return () => lost;
};
