/** What must be true of the world that a torn log has left. */
import { expect } from 'vitest';
import { limits } from '../spec/limits.ts';
import { openMock } from './http/client.case.ts';
import type { Ports } from './ports.ts';

/** No event is another one, and none but the last are missing. */
export const expectBeginning = (events: readonly string[], all: readonly string[]): void => {
  expect(events).toEqual(all.slice(0, events.length));
};

/** Money is where the jobs say that it is, twice the same after another start, and the next job is done. @param data the folder */
export const expectSound = async (data: string, ports: Ports = {}): Promise<void> => {
  const first = await openMock({ data, jobTime: 1 }, ports);
  await first.clock.advance({ seconds: 10 });
  const money = await first.money();
  await first.close();
  const mock = await openMock({ data, jobTime: 1 }, ports);
  expect(await mock.money(), 'money after another start').toBe(money);
  const { balance_usd: balance, total_spent_usd: spent } = (await mock.get('/balance')).body;
  expect(balance + spent, 'what is left and what was spent').toBeCloseTo(100, 6);
  const records = (await mock.get(`/usage?limit=${limits.usageLimitMax}`)).body as unknown as { charged_usd: number }[];
  expect(
    records.reduce((sum, record) => sum + record.charged_usd, 0),
    'what the usage log says',
  ).toBeCloseTo(spent, 6);
  const key = await mock.upload('portrait.png');
  const { body } = await mock.post('/face-swap-image', { image_key: key, face_key: key });
  await mock.clock.advance({ seconds: 10 });
  expect((await mock.get(`/jobs/${body.id}`)).body.status, 'the next job').toBe('succeeded');
  await mock.close();
};
