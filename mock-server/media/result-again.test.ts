/** A result that is asked for again, as by one mock after the other: it is made once. */
import { expect, test, vi } from 'vitest';
import { type ResultSpec, makeResult } from './result.ts';

const making = vi.hoisted(() => ({ times: 0, fails: false }));
vi.mock(import('./gif.ts'), async (original) => {
  const { drawGif } = await original();
  return {
    drawGif: async (spec) => {
      making.times++;
      if (making.fails) throw new Error('no memory left');
      return drawGif(spec);
    },
  };
});

const picture = (spec: Partial<ResultSpec>): ResultSpec => ({
  kind: 'image',
  image: 'gif',
  seed: 1,
  width: 300,
  height: 200,
  lines: ['Understudy', 'job_1'],
  ...spec,
});
const madeIn = async (work: () => Promise<unknown>): Promise<number> => {
  const before = making.times;
  await work();
  return making.times - before;
};

test('the same spec is made once, and is the same bytes each time', async () => {
  const made: Uint8Array[] = [];
  const times = await madeIn(async () => {
    for (let time = 0; time < 3; time++) made.push((await makeResult(picture({}), '')).bytes ?? new Uint8Array());
  });
  expect(times).toBe(1);
  expect(made[0]?.length).toBeGreaterThan(100);
  expect(made[1]).toEqual(Uint8Array.from(made[0] ?? []));
  expect(made[2]).toBe(made[1]);
});

test.each([{ seed: 2 }, { lines: ['Understudy', 'job_2'] }, { width: 301 }] satisfies Partial<ResultSpec>[])(
  'a spec that differs in anything is made by itself: %j',
  async (other) => {
    expect(await madeIn(() => makeResult(picture(other), ''))).toBe(1);
  },
);

test('a making that failed is tried again', async () => {
  const spec = picture({ seed: 3 });
  making.fails = true;
  await expect(makeResult(spec, '')).rejects.toThrow('no memory left');
  making.fails = false;
  expect(await madeIn(() => makeResult(spec, ''))).toBe(1);
});

test('a large picture is made each time', async () => {
  const spec = picture({ seed: 4, width: 1_200, height: 1_000 });
  const sizes: number[] = [];
  const times = await madeIn(async () => {
    for (let time = 0; time < 2; time++) sizes.push((await makeResult(spec, '')).length);
  });
  expect([times, sizes[0]]).toEqual([2, sizes[1]]);
  expect(sizes[0]).toBeGreaterThan(1_000_000);
});
