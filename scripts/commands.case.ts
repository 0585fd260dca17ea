/** Command lines in documents, in help and in workflows: whether what they name is there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { documentNames } from '../mock-server/cli/documents.ts';
import { root } from '../mock-server/cli/launch.case.ts';
import { program } from '../mock-server/cli/program.ts';
import { textOf } from './documents.case.ts';

const manifest = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** What is wrong with the commands of a line; nothing, if none of them is ours. */
export function faultsOf(line: string): string[] {
  return line.split(/&&|[;|]/).flatMap((part) => {
    const words = part.replace(/#.*/, '').trim().split(/\s+/);
    const after = (...start: string[]): string[] | undefined =>
      start.every((word, index) => words[index] === word) ? words.slice(start.length) : undefined;
    const typed =
      after('npx', 'understudy') ??
      after('npx', '--yes', '--package=face-voice-understudy', 'understudy') ??
      after('understudy') ??
      after('node', 'dist/cli.js') ??
      after('npm', 'start', '--') ??
      after('npx', 'tsx', 'mock-server/cli/main.ts');
    if (typed !== undefined) return faultsOfTyped(typed);
    const [script] = after('npm', 'run') ?? [];
    if (script !== undefined) return manifest.scripts[script] === undefined ? [`npm has no script ${script}`] : [];
    const [file] = after('sh') ?? after('npx', 'tsx') ?? after('npx', 'vitest', 'run') ?? [];
    if (file?.includes('.') !== true || existsSync(join(root, file))) return [];
    return [`there is no file ${file}`];
  });
}

function faultsOfTyped(words: readonly string[]): string[] {
  // What stands after -- is another command's.
  const typed = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const first = typed[0]?.startsWith('-') === false ? typed[0] : undefined;
  const top = first === undefined && typed.some((word) => ['--help', '--version'].includes(word));
  const name = first ?? 'start';
  const outer = program.commands.find((known) => known.name() === name);
  if (outer === undefined) return [`understudy has no command ${name}`];
  const command = outer.commands.find((known) => known.name() === typed[1]) ?? outer;
  const flags = ['--help', ...(top ? ['--version'] : []), ...command.options.map(({ long }) => long)];
  const faults = typed
    .filter((word) => word.startsWith('--') && !flags.includes(word))
    .map((word) => `${name} has no flag ${word}`);
  const document = name === 'spec' ? typed[1] : undefined;
  if (document !== undefined && !document.startsWith('-') && !documentNames.includes(document)) {
    faults.push(`spec has no document ${document}`);
  }
  return faults;
}
