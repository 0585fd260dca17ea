/** The file of settings that `understudy init` writes: made from the flags, so that none is missing and each has its own words. */
import type { Option } from 'commander';
import { optionsOf } from './config-schema.ts';
import { type Setting, faultsSetting, startSettings } from './settings.ts';
import { testSettings } from './test-settings.ts';

/**
 * Prose stands behind a sign and a space, a setting behind the sign alone: taken away, it is in force.
 * @param schema where editors find the schema of the file
 */
export const settingsText = (schema: string): string =>
  [
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Settings of understudy: its flags without their dashes. Take the "#" away before what you want to set.',
    '# A flag that is typed goes before a variable of the environment, and that before this file. Secrets are better off',
    '# in variables than in a file that is committed.',
    ...sectionsOf(optionsOf('start'), startSettings),
    '',
    '# --- Failures on purpose: rules as the control API takes them ("understudy spec faults" shows all)',
    '',
    settingLine('faults', faultsSetting.example),
    '',
    '# --- For "understudy test", which judges a server: these stand below "test"',
    '',
    '#test:',
    ...linesOf(optionsOf('test'), testSettings, '  '),
    '',
  ].join('\n');

type Settings = { readonly [name: string]: Setting };

const sectionsOf = (options: readonly Option[], settings: Settings): string[] => {
  const groups = [...new Set(options.map(({ helpGroupHeading = '' }) => helpGroupHeading))];
  return groups.flatMap((group) => [
    '',
    `# --- ${group.replace(/:$/, '')}`,
    '',
    ...linesOf(
      options.filter(({ helpGroupHeading = '' }) => helpGroupHeading === group),
      settings,
      '',
    ),
  ]);
};

const linesOf = (options: readonly Option[], settings: Settings, indent: string): string[] =>
  options.flatMap((option) => {
    const { description, envVar } = option;
    const variable = envVar === undefined ? '' : `; in the environment ${envVar}`;
    return [`# ${description}${variable}`, settingLine(indent + option.name(), settings[option.name()]?.example)];
  });

/** On one line, so that one sign sets it. JSON is YAML; words are told as one would write them. */
const settingLine = (name: string, value: unknown): string => `#${name}: ${flow(value)}`;

const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, inner]) => `${name}: ${flow(inner)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' && /^[A-Za-z][\w./:@-]*$/.test(value) ? value : JSON.stringify(value);
};
