/** Runs the user's command as if it had been typed: its input and output are ours, and so are the signals that come. */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { WrongUsage } from './wrong-usage.ts';

/** @returns its exit code; 128 and the number of the signal that ended it. Throws `WrongUsage` if it cannot be started. */
export const runCommand = async (
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> => {
  const child = started(program, args, env);
  const pass = (signal: NodeJS.Signals): void => {
    // A terminal sends Ctrl-C to both of us. Sent once more it would be a second one, which for many a program means: at once.
    if (signal === 'SIGINT' && process.stdin.isTTY) return;
    child.kill(signal);
  };
  for (const signal of passed) process.on(signal, pass);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.on('error', (error: NodeJS.ErrnoException) => reject(notStarted(program, error)));
      child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
    });
  } finally {
    for (const signal of passed) process.off(signal, pass);
  }
};

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Some of what cannot be started is told by an event, and some is thrown. */
const started = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
  try {
    return spawn(program, args, { env, stdio: 'inherit' });
  } catch (error) {
    throw notStarted(program, error as NodeJS.ErrnoException);
  }
};

const notStarted = (program: string, error: NodeJS.ErrnoException): WrongUsage => {
  const reason = reasons[error.code ?? ''] ?? `it cannot be started (${error.code ?? error.message})`;
  return new WrongUsage(`${program || "''"} was not run: ${reason}`, { cause: error });
};

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'there is no such program; what the shell alone knows needs one, such as -- sh -c "…"',
  EACCES: 'it is no program that may be run',
  ENOTDIR: 'a part of its path is no folder',
  ERR_INVALID_ARG_VALUE: 'that is no name of a program',
  E2BIG: 'its arguments are too long',
};
