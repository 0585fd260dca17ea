/** Builds dist/ when it is missing or older than a source. Plain JavaScript: it has to run before anything is built. */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = [
  'spec',
  'mock-server',
  'contract-tests',
  'fixtures',
  'scenarios',
  'package.json',
  'package-lock.json',
  'rolldown.config.ts',
  'scripts/licences.ts',
  'scripts/copied-files.ts',
];

export const startFile = join(root, 'dist/cli.js');

export function buildIfNeeded() {
  if (newest(sources.map((source) => join(root, source))) <= changedAt(startFile)) return;
  process.stderr.write('Building dist/ ...\n');
  const rolldown = join(root, 'node_modules/rolldown/bin/cli.mjs');
  if (changedAt(rolldown) === 0) fail('The build tools are not installed: run "npm ci" first.', 2);
  // Standard output belongs to the command that comes after, and nobody has asked which files are made: only warnings and errors are shown.
  const run = spawnSync(process.execPath, [rolldown, '-c', 'rolldown.config.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
  });
  if (run.status !== 0) fail('The build failed, see above.', 3);
}

/** The time of the latest change among the files, and among all files below the folders. */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info === undefined) continue;
    // A folder's own time counts as well: it changes when a file is removed or renamed.
    latest = Math.max(latest, info.mtimeMs);
    if (info.isDirectory()) latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))));
  }
  return latest;
}

function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function fail(message, code) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildIfNeeded();
