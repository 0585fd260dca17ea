/** The built command as a process of its own, for tests: what it prints, how it ends, and a mock that is ready to be called. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const cliFile = join(root, 'dist/cli.js');

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type Launched = {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
};

export type LaunchOptions = { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string };

/** Without what a developer's shell or a test runner may have set for the mock. */
const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(UNDERSTUDY_|PORT$|NODE_OPTIONS$|npm_|FORCE_COLOR$|CI$)/.test(name),
  ),
);

export const launch = (
  command: string,
  args: readonly string[],
  { env = {}, cwd = root }: LaunchOptions = {},
): Launched => {
  const child = spawn(command, args, { cwd, env: { ...bare, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
};

/** Runs the command to its end. */
export const understudy = (args: readonly string[], options?: LaunchOptions): Promise<Ended> =>
  launch(process.execPath, [cliFile, ...args], options).ended;

export type Ready = {
  readonly event: string;
  readonly base_url: string;
  readonly api_key: string;
  readonly webhook_secret: string;
  readonly control_url: string;
  readonly control_token: string;
  readonly console_url: string;
  readonly seed: number;
  readonly clock: string;
  readonly variants?: Readonly<Record<string, string>>;
  readonly ca_pem?: string;
};

export type Serving = Launched & {
  readonly ready: Ready;
  readonly readyFile: string;
  readonly folder: string;
  /** Ends it by a signal, and its folder with it. */
  readonly stop: () => Promise<Ended>;
};

/** A mock on a free port. `command` is what comes before the flags: by default the built command. */
export const serve = async (
  flags: readonly string[] = [],
  {
    command = [process.execPath, cliFile],
    port = ['--port', '0'],
    ...options
  }: LaunchOptions & { readonly command?: readonly string[]; readonly port?: readonly string[] } = {},
): Promise<Serving> => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-cli-'));
  const readyFile = join(folder, 'ready.json');
  const [program = '', ...before] = command;
  const launched = launch(program, [...before, ...port, '--ready-file', readyFile, ...flags], options);
  const stop = async (): Promise<Ended> => {
    launched.child.kill('SIGTERM');
    const end = await launched.ended;
    await rm(folder, { recursive: true, force: true });
    return end;
  };
  let over = false;
  void launched.ended.then(() => (over = true));
  for (let tries = 0; tries < 400; tries++) {
    const text = await readFile(readyFile, 'utf8').catch(() => undefined);
    if (text !== undefined) return { ...launched, ready: JSON.parse(text) as Ready, readyFile, folder, stop };
    if (over) break;
    await pause(50);
  }
  await stop();
  throw new Error(`it never got ready: ${launched.stdout()}${launched.stderr()}`);
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
