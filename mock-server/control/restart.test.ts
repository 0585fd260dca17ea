/** A restart by the control API: of a service that is served by one process. What comes of it is in story-restart.test.ts. */
import { expect, test } from 'vitest';
import { type ControlOptions, createControl } from './control.ts';

test.each([
  [false, {}, 1],
  [true, { refusal: { code: 'invalid_input', message: 'other processes serve this world: restart one of them' } }, 0],
])('where other processes serve the same world (%s) it is refused', async (isShared, answer, restarts) => {
  let done = 0;
  const options = { isShared, restart: async () => void (done += 1), scenarios: {} } as ControlOptions<unknown>;
  expect(await createControl(options).restart()).toEqual(answer);
  expect(done).toBe(restarts);
});
