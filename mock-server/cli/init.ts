/** `understudy init`: a file of settings to begin with. What is there already is left alone. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { commandLine } from './command-line.ts';
import { defaultConfigFile } from './config.ts';
import type { InitFlags } from './init-flags.ts';
import { settingsText } from './init-text.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` where there is a file already, without `force`, and where none can be written. */
export const init = async (file: string, { force = false }: InitFlags): Promise<void> => {
  if (!/\.ya?ml$/.test(file)) throw new WrongUsage(`${file} must end with .yaml or .yml: JSON has no comments`);
  try {
    await writeFile(file, settingsText(schemaFor(file)), { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new WrongUsage(`${file} is there already: --force writes over it`, { cause: error });
    throw new WrongUsage(`${file} cannot be written (${code ?? String(error)})`, { cause: error });
  }
  const words = file === defaultConfigFile ? ['understudy'] : ['understudy', '--config', file];
  process.stdout.write(
    `Written: ${file}. Take the "#" away before what you want to set, then run: ${commandLine(words)}\n`,
  );
};

const schema = 'node_modules/face-voice-understudy/mock-server/config.schema.json';

/** Where editors find the schema, seen from the file: in the nearest folder of packages that has it, else where an installation puts it. */
const schemaFor = (file: string): string => {
  const home = dirname(resolve(file));
  const above = (folder: string): string | undefined => {
    if (existsSync(join(folder, schema))) return folder;
    return dirname(folder) === folder ? undefined : above(dirname(folder));
  };
  const path = relative(home, join(above(home) ?? home, schema)).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
};
