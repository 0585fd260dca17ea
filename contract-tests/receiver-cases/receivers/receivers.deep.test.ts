/** Every broken receiver is caught for the clause that it breaks and for no other, and every case that can blame catches one. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { receiverCases } from '../cases.ts';
import { lookAt, openEffects } from '../effects.ts';
import { isFinding } from '../../verdict.ts';
import { findingsOf, foundIn, judged } from '../try.case.ts';
import { brokenReceivers } from './all.case.ts';
import { openReceiver } from './frame.case.ts';
import { lawful } from './lawful.case.ts';
import { openInLayers } from './node.case.ts';
import { openProcess } from './process.case.ts';

/** By the cases that can catch none: why they are there. */
const whyNone = (id: string): string | undefined => {
  if (/^age\.\w+-299$/.test(id)) return 'a second from the edge is only told, for clocks may explain it';
  if (id.startsWith('rotation.')) return 'they need a second secret: receivers.test.ts shows them one that breaks them';
  return receiverCases.find((one) => one.id === id)?.gap === undefined ||
    (id.startsWith('repeat.') && id !== 'repeat.answer')
    ? undefined
    : 'the document leaves open what becomes of it: it is sent to see whether the receiver survives it, and to tell';
};

test('all mistakes are found, each under its clause, and no case is idle', async () => {
  const catches = new Map<string, number>();
  const wrong: string[] = [];
  const waiting = [...brokenReceivers];
  await Promise.all(
    [1, 2, 3].map(async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const receiver = await openReceiver(one.mistake);
        const judgement = await judged(receiver, one.waitMs === undefined ? {} : { waitMs: one.waitMs });
        await receiver.close();
        for (const {
          case: { id },
        } of judgement.outcomes.filter(isFinding))
          catches.set(id, (catches.get(id) ?? 0) + 1);
        const found = foundIn(judgement);
        const { id, clause, also = [] } = one;
        if (!found.includes(clause)) wrong.push(`${id} is not caught for ${clause}`);
        for (const other of found)
          if (other !== clause && !also.includes(other)) wrong.push(`${id} is blamed for ${other}`);
        for (const other of also) if (!found.includes(other)) wrong.push(`${id} does not break ${other}`);
      }
    }),
  );
  expect(wrong).toEqual([]);
  const idle = receiverCases.filter(({ id }) => !catches.has(id)).map(({ id }) => id);
  expect(idle.filter((id) => whyNone(id) === undefined)).toEqual([]);
  process.stdout.write(
    `receivers: ${brokenReceivers.length} of ${brokenReceivers.length} broken ones caught, by ${catches.size} of ${receiverCases.length} cases; the other ${idle.length} cannot blame\n`,
  );
});

test.each(Object.entries(lawful))('one that keeps the document has no finding: it %s', async (_, mistake) => {
  const receiver = await openReceiver(mistake);
  const judgement = await judged(receiver);
  await receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
  expect(judgement.outcomes.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(120);
});

test('one that is built in layers has no finding', async () => {
  const receiver = await openInLayers();
  const judgement = await judged(receiver);
  receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
});

test.for([
  ['python3', 'receiver.py'],
  ['java', 'Receiver.java'],
] as const)('one in another language has no finding: %s', async ([command, file], { skip }) => {
  skip(!isThere(command) && mayBeMissing(command), `there is no ${command} on this machine`);
  const receiver = await openProcess(command, file);
  const judgement = await judged(receiver, { effects: await openEffects(lookAt(receiver.effectUrl), 0) });
  receiver.close();
  expect(findingsOf(judgement)).toEqual([]);
  expect(judgement.outcomes.find(({ case: { id } }) => id === 'repeat.same-bytes')?.verdict).toBe('pass');
});

const isThere = (command: string): boolean => {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** In CI only Java may be. */
const mayBeMissing = (command: string): boolean => command === 'java' || process.env['CI'] === undefined;
