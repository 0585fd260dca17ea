/** The mock fails loudly: an answer that breaks its own spec, or a fault of its own, is 500 to the caller and is reported whole to its owner. */
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { openMock } from './client.case.ts';
import { ResponseBreaksSpec, createResponseCheck } from './response-check.ts';

test('an answer that breaks the spec is not sent: 500, and the failure says which field (F12)', async () => {
  const failures: unknown[] = [];
  // A price that is no number is no max_cost_usd either.
  const mock = await openMock(
    { onFailure: (error: unknown) => failures.push(error) },
    {
      decide: (decide) => (account, world, command, moment) => {
        const decision = decide(account, world, command, moment);
        if (command.type !== 'create-session' || !('events' in decision)) return decision;
        const [event] = decision.events;
        if (event?.type !== 'session.created') return decision;
        const session = { ...event.session, maxDurationSeconds: 0.5, token: 'wrong' };
        return { ...decision, events: [{ ...event, session }] };
      },
    },
  );
  const answer = await mock.post('/voice/session', {});
  expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
  expect(answer.text).not.toContain('wrong');
  expect(failures).toHaveLength(1);
  expect(failures[0]).toBeInstanceOf(ResponseBreaksSpec);
  expect(String(failures[0])).toMatch(/createVoiceSession.*session_token.*max_duration_sec/s);
  await mock.close();
});

test('the check of answers lets pass what fits and throws for what does not', () => {
  const check = createResponseCheck('getThing', Type.Object({ id: Type.String(), cost: Type.Number() }));
  expect(() => check({ id: 'a', cost: 0 })).not.toThrow();
  for (const broken of [{}, { id: 1, cost: 0 }, { id: 'a', cost: Number.NaN }, { id: 'a', cost: Infinity }, null, []]) {
    expect(() => check(broken)).toThrow(ResponseBreaksSpec);
  }
});

test('a fault of the mock itself is an internal_error, said aloud, without a word of it in the answer (F12) (B12)', async () => {
  const failures: unknown[] = [];
  const mock = await openMock(
    { onFailure: (error: unknown) => failures.push(error) },
    {
      decide: (decide) => (account, world, command, moment) => {
        if (command.type === 'submit-job') throw new Error('the disk is on fire');
        return decide(account, world, command, moment);
      },
    },
  );
  const image = await mock.upload('portrait.png');
  const before = await mock.money();
  const answer = await mock.post('/face-swap-image', { image_key: image, face_key: image });
  expect([answer.status, answer.code]).toEqual([500, 'internal_error']);
  expect(answer.text).not.toContain('fire');
  expect(failures).toMatchObject([{ message: 'the disk is on fire' }]);
  expect(await mock.money()).toBe(before);
  await mock.close();
});
