/** The choices in force over the control API. */
import { expect, test } from 'vitest';
import { wireGaps } from '../../spec/gaps.ts';
import { openMock } from '../http/client.case.ts';

test('whoever steers the mock is told the value of each gap, and which are not the usual ones', async () => {
  const mock = await openMock({ choices: { 'submit-status': '200' } });
  const { status, text } = await mock.steer('GET', '/choices');
  expect(status).toBe(200);
  const { choices, changed } = JSON.parse(text) as { choices: { [gap: string]: string }; changed: string[] };
  expect(Object.keys(choices)).toEqual(Object.keys(wireGaps));
  expect(choices).toMatchObject({ 'submit-status': '200', 'upload-status': '201' });
  expect(changed).toEqual(['submit-status']);
  await mock.close();
});
