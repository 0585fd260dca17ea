/** Help teaches: every command shows how it is used, and what it shows can be typed. */
import { Command } from 'commander';
import { expect, test } from 'vitest';
import { faultsOf } from '../../scripts/commands.case.ts';
import { program } from './program.ts';
import { addWebhookCommands } from './webhook-commands.ts';

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

/** They print no data: a server, a folder of files, a file as it stands, a line of assent; the judge writes its own by --report. */
const withoutData = ['start', 'test', 'init', 'scenario show', 'scenario check', 'snapshot save', 'snapshot load'].map(
  (words) => `understudy ${words}`,
);

test('every command that prints data prints it as JSON too, and its help says so', () => {
  const done = below(program).filter(({ commands }) => commands.length === 0);
  const without = done.filter((command) => !/^ +(-j, )?--json\b/m.test(helpOf(command))).map(pathOf);
  expect(without.toSorted()).toEqual(withoutData.toSorted());
});

const to = 'job.failed --to localhost:3000/hook';

test.each<[typed: string, meant: object]>([
  ['listen --forward-to localhost:3000/hook', { forwardTo: 'http://localhost:3000/hook' }],
  ['listen -f https://localhost/hook --skip-verify', { forwardTo: 'https://localhost/hook', skipVerify: true }],
  ['listen --events job.failed', { events: ['job.failed'] }],
  ['listen -e job.succeeded,job.failed', { events: ['job.succeeded', 'job.failed'] }],
  ['listen --headers X-One:1', { headers: [['X-One', '1']] }],
  [
    'listen -H X-One:1,X-Two:2',
    {
      headers: [
        ['X-One', '1'],
        ['X-Two', '2'],
      ],
    },
  ],
  ['listen --print-json', { json: true }],
  ['listen -j', { json: true }],
  ['listen --format JSON', { json: true }],
  [
    `trigger ${to} --override data.status=failed --override data.id=7`,
    {
      override: [
        { path: ['data', 'status'], value: 'failed' },
        { path: ['data', 'id'], value: 7 },
      ],
    },
  ],
  [`trigger ${to} --add data.note=x`, { add: [{ path: ['data', 'note'], value: 'x' }] }],
  [`trigger ${to} --remove data.error`, { remove: [{ path: ['data', 'error'], value: undefined }] }],
])("what users of Stripe's command type is understood: %s", (typed, meant) => {
  const words = typed.split(' ');
  // Of its own: a flag that was typed before would be remembered.
  const fresh = new Command();
  addWebhookCommands(fresh);
  const command = fresh.commands.find((known) => known.name() === words[0]);
  command?.action(() => undefined);
  fresh.parse(words, { from: 'user' });
  expect(command?.opts()).toMatchObject(meant);
});

test('the help of the whole names the first thing to do for each who comes', () => {
  const [, help = ''] = helps[0] ?? [];
  for (const words of ['exec -- npm test', 'receiver --url', 'test --url', 'init']) {
    expect(help).toContain(`$ understudy ${words}`);
  }
});
