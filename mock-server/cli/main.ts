/** The command `understudy`: reads what was typed, and hands it to one file a command. */
import { CommanderError } from 'commander';
import { hintAfter } from './hint.ts';
import { program } from './program.ts';
import { WrongUsage } from './wrong-usage.ts';

/** 0 fine, 1 findings, 2 wrong usage or configuration, 3 the tool or what it works on broke. */
const exitCodes = { usage: 2, broken: 3 } as const;

// Whoever reads our output may stop early, as `head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

// An empty variable is as good as none: `UNDERSTUDY_PORT= understudy` asks for nothing.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('UNDERSTUDY_') && process.env[name] === '') delete process.env[name];
}

const run = async (): Promise<void> => {
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      return;
    }
    console.error(`understudy: ${error instanceof Error ? error.message : String(error)}`);
    if (error instanceof WrongUsage) console.error(hintAfter(program, process.argv.slice(2)));
    process.exitCode = error instanceof WrongUsage ? exitCodes.usage : exitCodes.broken;
  }
};

await run();
