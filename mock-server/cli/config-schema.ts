/** The schema of a file of settings, for editors: `npx tsx mock-server/cli/config-schema.ts` writes it. A test holds it against the code. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Option } from 'commander';
import { program } from './program.ts';
import { type Setting, faultsSetting, startSettings } from './settings.ts';
import { testSettings } from './test-settings.ts';

/** In a checkout. */
export const configSchemaFile: string = fileURLToPath(new URL('../config.schema.json', import.meta.url));

export const configSchemaText = (): string => `${JSON.stringify(schema(), null, 2)}\n`;

const schema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Settings of understudy',
  description:
    'Every flag of "understudy start" without its dashes, rules for faults, and below "test" the flags of "understudy test".',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'Where this schema is, for editors.' },
    ...described(optionsOf('start'), startSettings),
    faults: { description: 'Rules that inject faults, as the control API takes them.', ...faultsSetting.schema },
    test: {
      type: ['object', 'null'],
      description: 'Flags of "understudy test".',
      properties: described(optionsOf('test'), testSettings),
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});

/** The options of a command that may stand in a file. */
export const optionsOf = (command: string): readonly Option[] =>
  (program.commands.find((one) => one.name() === command)?.options ?? []).filter(({ long }) => long !== '--config');

const described = (options: readonly Option[], settings: { readonly [name: string]: Setting }): object =>
  Object.fromEntries(
    options.map((option) => [option.name(), { description: option.description, ...settings[option.name()]?.schema }]),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(configSchemaFile, configSchemaText());
  process.stdout.write(`Written: ${configSchemaFile}\n`);
}
