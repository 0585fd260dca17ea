/** The feed of the console where many processes serve the same accounts: each tells what came about through the others. */
import { expect, test } from 'vitest';
import { type Listening, listenTo } from './control/feed.case.ts';
import { type TestMock, openMock } from './http/client.case.ts';
import { overPostgres } from './store/postgres/over-postgres.case.ts';

overPostgres(({ place, opened }) => {
  /** Two processes over one database, and one listener to each, who has been told what there is. */
  const two = async () => {
    const where = await place();
    const mocks = [opened(await openMock({ ...where, jobTime: 1 })), opened(await openMock({ ...where, jobTime: 1 }))];
    const [one, other] = mocks as [TestMock, TestMock];
    const listeners = [opened(await listenTo(one)), opened(await listenTo(other))];
    for (const { until } of listeners) await until(({ batch }) => batch.fresh);
    const [atOne, atOther] = listeners as [Listening, Listening];
    return { one, other, atOne, atOther };
  };

  const submit = async (mock: TestMock): Promise<string> => {
    const image = await mock.upload('portrait.png');
    return (await mock.post('/face-swap-image', { image_key: image, face_key: image })).body.id;
  };

  test('a job that one process takes, and its end, are told by the other as they are by itself', async () => {
    const { one, other, atOne, atOther } = await two();
    const id = await submit(one);
    for (const { until } of [atOne, atOther]) {
      const { batch } = await until(({ batch: { jobs } }) => jobs.length > 0);
      expect(batch).toMatchObject({ fresh: false, jobs: [{ id, status: 'queued', price_usd: 0.03 }] });
    }
    await other.clock.advance({ seconds: 60 });
    for (const { until } of [atOne, atOther]) {
      let [isDone, balance] = [false, 100];
      await until(({ batch: { jobs, accounts } }) => {
        isDone ||= jobs.some((job) => job.id === id && job.status === 'succeeded');
        balance = accounts.at(-1)?.balance_usd ?? balance;
        return isDone && balance === 99.97;
      });
    }
  });

  test('accounts, capacity and fault rules of one are news of the other, whose journal is its own', async () => {
    const { one, other, atOther } = await two();
    const { account_id } = await one.control.createAccount({ balance_usd: 3 });
    const made = await atOther.until(({ batch: { accounts } }) =>
      accounts.some((told) => told.account_id === account_id),
    );
    expect(made.batch.accounts).toMatchObject([{ account_id, balance_usd: 3 }]);
    await one.control.setCapacity({ saturated: true });
    expect((await atOther.until(({ batch: { changed } }) => changed.includes('capacity'))).batch.fresh).toBe(false);
    await one.control.addFault({ when: { operation: 'listVoices' }, then: { fault: 'request-delay', ms: 1 } });
    await atOther.until(({ batch: { changed } }) => changed.includes('faults'));
    await one.get('/pricing');
    await other.get('/balance');
    const { batch } = await atOther.until(({ batch: { journal } }) => journal.length > 0);
    expect(batch.journal.map(({ what }) => what)).toEqual(['GET /api/v1/balance']);
  });

  test('a world that one begins anew is told afresh by the other, without what was before', async () => {
    const { one, atOther } = await two();
    await submit(one);
    await atOther.until(({ batch: { jobs } }) => jobs.length > 0);
    await one.steer('POST', '/reset', { force: true });
    const { batch } = await atOther.until(({ batch: { fresh } }) => fresh);
    expect(batch).toMatchObject({ jobs: [], accounts: [{ account_id: 'a1', balance_usd: 100 }] });
  });
});
