/** For a release: prints what the changelog says of a tag, after seeing that tag, package, action and changelog are of one version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

export type Released = {
  /** Of package.json. */
  readonly version: string;
  /** That the action takes unless told otherwise. */
  readonly actionVersion: string;
  readonly changelog: string;
};

/** The notes of the release. Throws with what is wrong. */
export const releaseNotes = (tag: string, { version, actionVersion, changelog }: Released): string => {
  if (tag !== `v${version}`) throw new Error(`the tag is ${tag}, and package.json has version ${version}`);
  if (actionVersion !== version)
    throw new Error(`action.yml takes version ${actionVersion}, and package.json has ${version}`);
  const sections = changelog.split(/^## /m).slice(1);
  const [unreleased] = sections.filter((section) => /^\[?unreleased\b/i.test(section)).map(bodyOf);
  if (unreleased !== undefined && unreleased !== '') {
    throw new Error('CHANGELOG.md has changes under "Unreleased": put them under the version');
  }
  const notes = sections
    .filter((section) => new RegExp(`^\\[?${version.replaceAll('.', '\\.')}\\]?(\\s|$)`).test(section))
    .map(bodyOf)[0];
  if (notes === undefined || notes === '') throw new Error(`CHANGELOG.md says nothing under "## ${version}"`);
  return notes;
};

const bodyOf = (section: string): string => section.slice(section.indexOf('\n') + 1).trim();

/** As the files have it. */
export const released = (): Released => {
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');
  const action = parse(text('action.yml')) as { readonly inputs: { readonly version: { readonly default: string } } };
  return {
    version: (JSON.parse(text('package.json')) as { readonly version: string }).version,
    actionVersion: action.inputs.version.default,
    changelog: text('CHANGELOG.md'),
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.stdout.write(`${releaseNotes(process.argv[2] ?? '', released())}\n`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
