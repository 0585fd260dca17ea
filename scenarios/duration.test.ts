/** Times of a story: what may be written, and how long it may be. */
import { expect, test } from 'vitest';
import { durationForm, secondsMax, secondsOf } from './duration.ts';
import { WrongStory, storyOf } from './load.ts';

const form = new RegExp(durationForm);

test.each([
  '0s',
  '0.5s',
  '90s',
  '15m',
  '1.5h',
  '300d',
  '365.999d',
  '366d',
  '8784h',
  '527040m',
  '31622399.5s',
  '31622400.0s',
])('%s is a time', (text) => {
  expect(text).toMatch(form);
  expect(secondsOf(text)).toBeLessThanOrEqual(secondsMax);
});

test.each(['366.1d', '367d', '1000d', '8785h', '527041m', '31622401s', '999999999d', '5', 's', '1w', '1e3s'])(
  '%s is none, or more than a year',
  (text) => {
    expect(text).not.toMatch(form);
  },
);

test.each([
  ['advance', [{ advance: '367d' }]],
  ['advance', [{ advance: secondsMax + 1 }]],
  [
    'within',
    [
      { submit: 'avatar', as: 'job' },
      { follow: '$job', within: '999999999d' },
    ],
  ],
])('%s beyond a year is refused with its place and what is allowed', (name, steps) => {
  const read = () => storyOf({ title: 'T', about: 'A.', steps });
  expect(read).toThrow(WrongStory);
  expect(read).toThrow(
    `steps/${steps.length - 1}/${name}: ${name} must be a number from 0 to 31622400, or a time such as`,
  );
});
