import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

test.each([
  ['nothing', '', []],
  ['one without an end', 'Good morning', [12]],
  ['two', 'Good morning. How are you today?', [14, 18]],
  ['several marks are one end', 'What is that?!... Nobody knows.', [18, 13]],
  ['a new line ends one', 'First of the lines\nand the second', [19, 14]],
  ['in other scripts', '私の名前は田中太郎です。今日はとても天気がいい。', [12, 12]],
  ['a short one goes with the next', 'Hi. That is a longer sentence.', [30]],
  ['a short one at the end goes with the one before', 'That is a longer sentence. Ok.', [30]],
  ['a mark within a number is no end', 'It costs 3.50 dollars today. Or more tomorrow.', [29, 17]],
  ['an emoji counts once', 'What a day 😀 it was.', [20]],
])('%s', (_, script, lengths) => {
  expect(sentencesOf(script)).toEqual(lengths);
});

test.each([
  ['nothing but ends', '. '.repeat(22_500)],
  ['no end at all', 'x'.repeat(45_000)],
  ['marks that end nothing', `${'.'.repeat(44_999)}x`],
  ['many short ones', 'Yes I do. '.repeat(4_500)],
])('a script of %s has no more than 500 sentences, and loses nothing', (_, script) => {
  const lengths = sentencesOf(script);
  expect(lengths.length).toBeLessThanOrEqual(500);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(45_000);
});
