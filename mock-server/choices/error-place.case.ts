/** Where an error's code and message stand, as the gap `error-body` chooses. */
import { expect } from 'vitest';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { GapChoices } from '../../spec/gaps.ts';
import { type Seen, at } from './client.case.ts';

const places = {
  nested: ['error'],
  flat: [],
  problem: [],
  list: ['errors', 0],
} as const satisfies Record<GapChoices['error-body'], readonly (string | number)[]>;

/** Fails the test for a refusal without a message, or whose code is not the one and only, not documented or of another status. */
export const expectErrorInPlace = (choices: GapChoices, { status, body, text }: Seen): void => {
  const error = at(body, ...places[choices['error-body']]);
  const code = String(at(error, 'code'));
  expect(Object.keys(httpErrors), text).toContain(code);
  expect(status, text).toBe(httpErrors[code as HttpErrorCode].status);
  expect(at(error, 'message'), text).toMatch(/\S/);
  expect(text.match(/"code":/g), text).toHaveLength(1);
};
