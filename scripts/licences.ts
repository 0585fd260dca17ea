/** For the build: the licences of the packages that go into a bundle. They ask to be passed on with each copy, and a bundle is one. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';

/** Writes a text with name, version and licence of every package of which a module is in the bundle. @param file where to */
export const licences = (file: string): Plugin => ({
  name: 'licences',
  writeBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []));
    const folders = [...new Set(modules.map(packageFolder).filter((folder) => folder !== undefined))].sort();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, [head, ...folders.map(licenceOf)].join(`\n${'-'.repeat(80)}\n\n`));
  },
});

const head = 'Parts of these packages are in the files beside this one, under these licences.\n';

const mark = '/node_modules/';

/** The folder of the package that a module belongs to; none for our own. */
const packageFolder = (module: string): string | undefined => {
  const place = module.lastIndexOf(mark);
  // Behind a letter that is not printed stand modules that the bundler makes up.
  if (place === -1 || module.startsWith('\0')) return undefined;
  const begin = place + mark.length;
  const [scope = '', name = ''] = module.slice(begin).split('/');
  return module.slice(0, begin) + (scope.startsWith('@') ? `${scope}/${name}` : scope);
};

const licenceOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string;
  };
  const text = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  if (text === undefined || license === undefined) {
    throw new Error(`${relative('.', folder)} has no licence: leave it out of the bundle, or say here what it is`);
  }
  return `${name} ${version}, ${license}\n\n${readFileSync(join(folder, text), 'utf8').trim()}\n`;
};
