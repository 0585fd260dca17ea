/** The command from its sources, for tests: in this process where nothing but what it prints matters, or in one of its own. */
import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { type Ended, type LaunchOptions, type Launched, launch } from './launch.case.ts';
import { giveHints } from './hint.ts';
import { addReceiver } from './receiver-flags.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { WrongUsage } from './wrong-usage.ts';

/** A process: signals, standard input, and what the command makes of its end. */
export const launched = (args: readonly string[], options?: LaunchOptions): Launched =>
  launch(process.execPath, ['--import', 'tsx', 'mock-server/cli/main.ts', ...args], options);

/**
 * One of the commands for webhooks, or `receiver`, in this process; one at a time.
 * @param env variables of the command; by default there is none of ours
 */
export const typed = async (args: readonly string[], env: { [name: string]: string } = {}): Promise<Ended> => {
  let [stdout, stderr] = ['', ''];
  const error = (text: string): void => void (stderr += `${text}\n`);
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(console, 'error').mockImplementation((text: unknown) => error(String(text))),
  ];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const program = new Command('understudy').exitOverride().configureOutput({
    writeOut: (text) => (stdout += text),
    outputError: (text) => (stderr += text),
    writeErr: (text) => (stderr += text),
  });
  addWebhookCommands(program);
  addReceiver(program);
  giveHints(program);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? 0 : 2;
    else {
      error(thrown instanceof Error ? thrown.message : String(thrown));
      process.exitCode = thrown instanceof WrongUsage ? 2 : 3;
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
  const code = process.exitCode;
  process.exitCode = before;
  return { code, stdout, stderr };
};
