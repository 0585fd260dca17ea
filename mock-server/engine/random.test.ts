import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChance, systemLetters } from './random.ts';

const seed = fc.nat();
const accountId = fc.nat(999).map((number) => `a${number + 1}`);
const ordinal = fc.nat(1_000_000);
const purpose = fc.constantFrom('start', 'render', 'result');

test('the same seed, account, ordinal and purpose give the same number and ids, in any order and as often as asked', () => {
  fc.assert(
    fc.property(seed, accountId, ordinal, purpose, (number, account, at, name) => {
      const one = createChance(number, 'seed').moment(account, at, 5);
      const other = createChance(number, 'seed').moment(account, at, 9);
      const id = one.mint('job');
      expect([other.draw(name), other.mint('job'), other.mintSecret('rt')]).toEqual([
        one.draw(name),
        id,
        one.mintSecret('rt'),
      ]);
      expect([one.mint('job'), one.now, other.now]).toEqual([id, 5, 9]);
    }),
  );
});

test('another seed, account, ordinal or purpose gives another number and other ids', () => {
  const distinct = fc.uniqueArray(fc.tuple(seed, accountId, ordinal), {
    minLength: 2,
    maxLength: 20,
    selector: (place) => place.join('/'),
  });
  fc.assert(
    fc.property(distinct, (places) => {
      const drawn = places.flatMap(([number, account, at]) => {
        const { draw, mint, mintSecret } = createChance(number, 'seed').moment(account, at, 0);
        return [
          draw('start'),
          draw('render'),
          withoutAccount(mint('job')),
          withoutAccount(mint('sess')),
          mintSecret('rt'),
        ];
      });
      expect(new Set(drawn).size).toBe(drawn.length);
    }),
  );
});

test('ids of one account do not meet, however many there are', () => {
  const chance = createChance(1, 'seed');
  const ids = Array.from({ length: 100_000 }, (_, index) => chance.moment('a1', index, 0).mint('job'));
  expect(new Set(ids).size).toBe(ids.length);
  // These two met when 32 bits of the text were all that an id was made from.
  expect(chance.moment('a1', 396_999, 0).mint('job')).not.toBe(chance.moment('a1', 1_168_110, 0).mint('job'));
});

test.each(['start', 'render', 'result'])('draws for %s lie in [0, 1) and fall evenly', (name) => {
  const chance = createChance(4, 'seed');
  const draws = Array.from({ length: 40_000 }, (_, index) => chance.moment('a1', index, 0).draw(name));
  expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => draws.filter((draw) => Math.floor(draw * 10) === tenth).length,
  );
  // Each tenth holds 4,000, give or take five standard deviations.
  for (const count of tenths) expect(Math.abs(count - 4_000)).toBeLessThan(300);
  const neighbours = draws.slice(1).reduce((sum, draw, index) => sum + (draw - 0.5) * ((draws[index] ?? 0) - 0.5), 0);
  expect(Math.abs((12 * neighbours) / draws.length)).toBeLessThan(0.03);
});

test('an id is safe in a path, carries its prefix and its account, and no letter that is easily confused', () => {
  fc.assert(
    fc.property(seed, accountId, ordinal, (number, account, at) => {
      const { mint, mintSecret } = createChance(number, 'seed').moment(account, at, 0);
      expect(mint('job')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(mint('job')).toMatch(new RegExp(`^job_${account}_[a-km-np-z2-9]{12}$`));
      expect(mintSecret('rt')).toMatch(new RegExp(`^rt_${account}_[a-km-np-z2-9]{32}$`));
    }),
  );
});

test('secrets from the seed repeat; secrets from the system only with the same root, and ids repeat all the same (K2)', () => {
  const [seeded, system] = [createChance(1, 'seed'), createChance(1, 'system')];
  expect(seeded.secret('links')).toBe(createChance(1, 'seed').secret('links'));
  expect(seeded.secret('links')).not.toBe(seeded.secret('keys'));
  const rooted = (root: string): string => createChance(1, 'system', 'prefixed', root).secret('links');
  expect(rooted('one')).toBe(rooted('one'));
  const secrets = Array.from({ length: 500 }, (_, index) => [
    system.secret(`links ${index}`),
    createChance(1, 'system').secret('links'),
    rooted(`root ${index}`),
    system.moment('a1', 0, 0).mintSecret('rt'),
    systemLetters(),
  ]).flat();
  expect(new Set(secrets).size).toBe(secrets.length);
  for (const secret of secrets) expect(secret).toMatch(/^(?:rt_a1_)?[a-km-np-z2-9]{32}$/);
  expect(system.moment('a1', 3, 0).mint('job')).toBe(seeded.moment('a1', 3, 0).mint('job'));
  expect(system.moment('a1', 3, 0).draw('start')).toBe(seeded.moment('a1', 3, 0).draw('start'));
});

const withoutAccount = (id: string): string => id.slice(id.lastIndexOf('_'));
