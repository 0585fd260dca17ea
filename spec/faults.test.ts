/** The table of faults keeps its own promises: names, paragraphs, defaults; and one reader for all that is written of a fault. */
import { expect, test } from 'vitest';
import { clauses } from './clauses.ts';
import { faultEntry, faultFamilies, faultNamed, faultNames, parseFault } from './faults.ts';
import { findMagic, findMagicFaults, magicTable } from './magic.ts';

test.each(faultNames)('%s begins with its family, has a paragraph and a clause, and every default fits', (name) => {
  const { family, does, clause, params } = faultEntry(name);
  expect(name).toMatch(new RegExp(`^${family}(-[a-z]+)+$`));
  expect(does).toMatch(/^[A-Z][^\n]{15,}\.$/);
  expect(clauses).toHaveProperty([clause]);
  for (const [param, rule] of Object.entries(params)) {
    const told = { [param]: rule.default };
    expect(parseFault(name, told)).toEqual({ name, params: told });
    expect(parseFault(name, { [param]: String(rule.default) })).toEqual({ name, params: told });
  }
});

test('there are faults of every family', () => {
  expect(new Set(faultNames.map((name) => faultEntry(name).family))).toEqual(new Set(faultFamilies));
});

test('a fault is read with what it was told, and its defaults; of two the first counts', () => {
  const list = [{ name: 'webhook-stale-t', params: { seconds: -400 } }, { name: 'webhook-stale-t' }] as const;
  expect(faultNamed(list, 'webhook-stale-t')).toEqual({ seconds: -400, attempts: 1 });
  expect(faultNamed(list, 'webhook-drop')).toBeUndefined();
  expect(faultNamed(undefined, 'webhook-drop')).toBeUndefined();
});

test('every fault but those of requests has a word of its own, and no word is another fault’s or an outcome’s', () => {
  for (const name of faultNames) {
    const { family } = faultEntry(name);
    const word = `magic_${name.replaceAll('-', '_')}`;
    expect(findMagicFaults(`x ${word}.png`, [family])).toEqual(family === 'request' ? [] : [{ name }]);
    expect(findMagic(word)).toBeUndefined();
    expect(magicTable.filter((row) => row.word === word)).toHaveLength(family === 'request' ? 0 : 1);
  }
});
