/** A PostgreSQL of the tests' own: a cluster in a temporary folder, on loopback, gone when it is closed. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian and others put the programs of the server. */
const folders = [
  ...(existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => `/usr/lib/postgresql/${version}/bin`),
  ...(process.env['PATH'] ?? '').split(':'),
];
const bin = folders.find((folder) => existsSync(join(folder, 'initdb')));

/** Why the tests with a database are skipped; undefined where they can be run. */
export const noPostgres = bin === undefined ? 'install PostgreSQL to run it: apt-get install postgresql' : undefined;

export type Cluster = {
  readonly port: number;
  /** The address of a database, which is made if it is new. */
  readonly database: (name: string) => Promise<string>;
  readonly start: () => Promise<void>;
  /** At once, as by a crash. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** The server does not run as root; then it is the user postgres, who comes with the package. */
const isRoot = process.getuid?.() === 0;
const asOwner = (program: string, args: readonly string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...args]]
    : [program, [...args]];

export const openCluster = async (): Promise<Cluster> => {
  if (bin === undefined) throw new Error(noPostgres);
  const folder = await mkdtemp(join(tmpdir(), 'understudy-pg-'));
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }
  const data = join(folder, 'data');
  const program = (name: string, ...args: string[]) => run(...asOwner(join(bin, name), args), { cwd: folder });
  await program('initdb', '-D', data, '-U', 'understudy', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C');
  const port = await freePort();
  const start = async (): Promise<void> => {
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
    const [command, args] = asOwner(join(bin, 'pg_ctl'), [
      'start',
      '-w',
      '-D',
      data,
      '-o',
      settings,
      '-l',
      join(folder, 'log'),
    ]);
    // The server outlives pg_ctl and would hold on to its pipes.
    const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
    const code = await new Promise((resolve) => child.on('exit', resolve));
    if (code !== 0) throw new Error(`PostgreSQL did not start: see ${join(folder, 'log')}`);
  };
  const stop = async (): Promise<void> => {
    await program('pg_ctl', 'stop', '-w', '-D', data, '-m', 'immediate').catch(() => undefined);
  };
  await start();
  const made = new Set<string>();
  return {
    port,
    database: async (name) => {
      if (!made.has(name)) await program('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'understudy', name);
      made.add(name);
      return `postgres://understudy@127.0.0.1:${port}/${name}`;
    },
    start,
    stop,
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
