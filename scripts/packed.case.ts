/** The package as a user gets it: built and packed from a copy of the tree, so that nobody's `dist` changes, and unpacked in a project. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Ended, launch, root } from '../mock-server/cli/launch.case.ts';

export type Project = {
  readonly folder: string;
  /** The file that would be published. */
  readonly tarball: string;
  /** The package, unpacked in the project. */
  readonly home: string;
  /** What the build printed. */
  readonly built: string;
  /** Runs a program of Node's in the project. */
  readonly node: (...args: string[]) => Promise<Ended>;
  readonly remove: () => Promise<void>;
};

/** @param tools packages of this repository that the project has beside those that come with the package */
export const packedProject = async (tools: readonly string[]): Promise<Project> => {
  const work = await mkdtemp(join(tmpdir(), 'understudy-packed-'));
  const [copy, folder] = [join(work, 'copy'), join(work, 'project')];
  const home = join(folder, 'node_modules/face-voice-understudy');
  let [built, tarball] = ['', ''];
  try {
    const left = new Set(['node_modules', 'dist', '.git', 'coverage', 'results'].map((name) => join(root, name)));
    await cp(root, copy, { recursive: true, filter: (from) => !left.has(from) });
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
    const inCopy = (...args: string[]): Promise<string> => runs(process.execPath, args, copy);
    built = await inCopy('node_modules/rolldown/bin/cli.mjs', '-c', 'rolldown.config.ts');
    built += await inCopy('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
    const packed = await runs('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', work], copy);
    tarball = join(work, packed.trim());
    await mkdir(home, { recursive: true });
    await runs('tar', ['-xzf', tarball, '--strip-components=1', '-C', home], work);
    // As npm would install them, without a registry.
    for (const name of [...(await dependencies()), ...tools]) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, 'node_modules', name), link);
    }
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
  return {
    folder,
    tarball,
    home,
    built,
    node: (...args) => launch(process.execPath, args, { cwd: folder, env: { NO_COLOR: '1' } }).ended,
    remove: () => rm(work, { recursive: true, force: true }),
  };
};

const dependencies = async (): Promise<string[]> => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { readonly dependencies: object };
  return Object.keys(manifest.dependencies);
};

/** @returns what it printed; what `npm` warns of is about the machine. Throws with that, if it fails */
const runs = async (command: string, args: readonly string[], cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await launch(command, args, { cwd, env: { NO_COLOR: '1' } }).ended;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} in ${relative(tmpdir(), cwd)}: ${stdout}${stderr}`);
  return command === 'npm' ? stdout : stdout + stderr;
};
