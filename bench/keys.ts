/** How long it takes to refuse a key: one that is wrong in its last letter, and one that is wrong in its first. Whoever could tell them apart could find a key out, letter by letter. */
import { createMock } from '../mock-server/index.ts';
import type { Figure } from './figure.ts';
import { alternate, ofRounds } from './median.ts';

const rounds = 15;
const calls = 4_000;

export const keys = async (): Promise<Figure[]> => {
  const mock = await createMock({ port: false, apiKey: 'm'.repeat(64), rateLimit: 'off' });
  const timeFor = async (key: string): Promise<number> => {
    const from = performance.now();
    for (let call = 0; call < calls; call++) {
      const { status } = await mock.fetch(`${mock.url}/balance`, { headers: { authorization: `Bearer ${key}` } });
      if (status !== 401) throw new Error(`a wrong key got ${status}`);
    }
    return ((performance.now() - from) / calls) * 1_000;
  };
  const { last, first } = await alternate(rounds, {
    last: () => timeFor(`${'m'.repeat(63)}x`),
    first: () => timeFor(`x${'m'.repeat(63)}`),
  });
  await mock.close({ graceMs: 0 });
  const what = 'to refuse a key of 64 letters whose last is wrong';
  return [{ what, unit: 'µs', ...ofRounds(last, first), peer: 'the first is wrong' }];
};
