/** The image, without building one: its file by a linter, and what it says of the command by the command. */
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { launch, serve } from '../mock-server/cli/launch.case.ts';
import { defaultPort } from '../mock-server/cli/start.ts';
import { faultsOf } from './commands.case.ts';
import { blocksOf, textOf } from './documents.case.ts';

const text = textOf('Dockerfile');

type Instruction = readonly [name: string, rest: string];

/** With their continuations, without remarks. */
const instructions = text
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .flatMap((line): Instruction[] => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [[name, rest]];
  });
const last = (name: string): string => instructions.findLast(([one]) => one === name)?.[1] ?? '';
const finalStage = instructions.slice(instructions.findLastIndex(([name]) => name === 'FROM'));

test('a linter finds nothing', () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate(text.replace('EXPOSE 4870', 'EXPOSE many'))).toHaveLength(1);
});

test('every image has a version, and what is served has no build in it', () => {
  const images = instructions.filter(([name]) => name === 'FROM').map(([, rest]) => rest.split(' ')[0]);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/^node:\d+-[a-z]+-slim$/);
  expect(finalStage.filter(([name]) => name === 'COPY' || name === 'ADD')).toEqual([]);
});

test('it is served by somebody who is not root, on the port that is told', () => {
  expect(finalStage.filter(([name]) => name === 'USER')).toEqual([['USER', 'node']]);
  expect(last('EXPOSE')).toBe(String(defaultPort));
});

test('what it starts is a command that there is', () => {
  const words = JSON.parse(last('ENTRYPOINT')) as string[];
  expect(words.slice(0, 2)).toEqual(['understudy', 'start']);
  expect(faultsOf(words.join(' '))).toEqual([]);
});

test('a flag that is given after those of the image replaces them', async () => {
  const [, , ...flags] = JSON.parse(last('ENTRYPOINT')) as string[];
  const mock = await serve([...flags, '--public-url', 'http://mock.example:4870', '--quiet']);
  await mock.stop();
  expect(mock.ready.base_url).toBe('http://mock.example:4870/api/v1');
});

test('it is healthy when it serves, and only then', async () => {
  const [command = '', ...args] = JSON.parse(last('HEALTHCHECK').replace(/^.*? CMD /, '')) as string[];
  const mock = await serve();
  const env = { UNDERSTUDY_PORT: new URL(mock.ready.base_url).port };
  const healthy = await launch(command, args, { env }).ended;
  await mock.stop();
  const gone = await launch(command, args, { env }).ended;
  expect([healthy.code, gone.code]).toEqual([0, 1]);
});

test('what is large or private is not sent to whoever builds it', () => {
  const left = textOf('.dockerignore').split('\n');
  for (const name of ['.git', 'node_modules', 'dist', '.understudy', 'ready.json']) expect(left).toContain(name);
});

test('the flags in the file for Compose are flags of the command', () => {
  const [compose] = blocksOf(textOf('docs/docker.md')).filter(({ language }) => language === 'yaml');
  const { services } = parse(compose?.code ?? '') as { services: { understudy: { command: string[] } } };
  expect(faultsOf(['understudy', 'start', ...services.understudy.command].join(' '))).toEqual([]);
});
