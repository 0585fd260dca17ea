/** Help teaches: every command shows how it is used, and what it shows can be typed. */
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { faultsOf } from '../../scripts/commands.case.ts';
import { program } from './program.ts';

const below = (command: Command): Command[] => [command, ...command.commands.flatMap(below)];

const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;

/** With what is added after it. */
const helpOf = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
};

const helps = below(program).map((command) => [pathOf(command), helpOf(command)] as const);

test.each(helps)('%s --help has examples, and each of them can be typed', (_path, help) => {
  const examples = help.slice(help.search(/^Examples/m)).match(/^ +\$ .*/gm) ?? [];
  expect(examples.length).toBeGreaterThan(0);
  expect(examples.map((line) => line.replace(/^ +\$ /, '')).flatMap(faultsOf)).toEqual([]);
});

test('the help of the whole names the first thing to do for each who comes', () => {
  const [, help = ''] = helps[0] ?? [];
  for (const words of ['exec -- npm test', 'receiver --url', 'test --url', 'init']) {
    expect(help).toContain(`$ understudy ${words}`);
  }
});
