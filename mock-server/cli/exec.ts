/** `understudy exec`: a mock for as long as a command runs; then the story that it played is judged, and the command's conduct. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import colors from 'picocolors';
import { judgeEachAccount } from '../../contract-tests/conduct/scorecard.ts';
import { isLapsed } from '../../contract-tests/conduct-report/by-section.ts';
import { conductGist } from '../../contract-tests/conduct-report/gist.ts';
import { type ConductReport, conductReportOf } from '../../contract-tests/conduct-report/report.ts';
import { conductText } from '../../contract-tests/conduct-report/text.ts';
import { version } from '../about.ts';
import type { Mock } from '../compose.ts';
import { withConfig } from './config.ts';
import { type Promises, heldLines, promisesOf } from './exec-story.ts';
import type { ExecFlags } from './exec-flags.ts';
import { jsonOf } from './json-lines.ts';
import { readyLine } from './ready.ts';
import { expectWritable } from './report-files.ts';
import { runCommand } from './run-command.ts';
import { openMock, removeReadyFile, unwritable, warnOfStrangers, writeReadyFile } from './start.ts';
import { withStory } from './story-flags.ts';
import { writeReports } from './write-reports.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` for what the user can put right, such as a command that cannot be started; else the exit code is set. */
export const exec = async (typed: ExecFlags, command: Command): Promise<void> => {
  const words = commandIn(command);
  const flags = await allFlags(typed, command);
  await expectWritable({ report: flags.report });
  const mock = await openMock(flags, flags.port ?? 0);
  let ended: Ended;
  try {
    ended = await runBeside(mock, words, flags);
  } finally {
    await mock.close();
  }
  const report = conductOf(mock, flags);
  if (flags.json !== true) tell(report, ended, flags);
  if (flags.report !== undefined) {
    const { conductFormats } = await import('./conduct-formats.ts');
    await writeReports({ report, files: flags.report, formats: conductFormats });
  }
  const exitCode = ended.code !== 0 ? ended.code : ended.violated.length > 0 ? 1 : report.exit_code;
  if (flags.json === true) tellJson(report, ended, exitCode);
  process.exitCode = exitCode;
};

/** What stands after `--`. Without it a flag of the command would be read as one of ours. */
const commandIn = ({ args }: Command): readonly string[] => {
  const typed = process.argv.slice(2);
  const place = typed.indexOf('--');
  const words = place === -1 ? [] : typed.slice(place + 1);
  if (words.length > 0 && words.length === args.length) return words;
  const [stray] = args;
  throw new WrongUsage(
    stray === undefined
      ? 'exec runs a command, which stands after --: understudy exec -- npm test'
      : `the command stands after --, and flags of exec before it: understudy exec -- ${place === -1 ? args.join(' ') : words.join(' ')}`,
  );
};

/** With those of a file and a story. A port and a ready file in a file of settings are those of a mock that runs for long, and taken by it. */
const allFlags = async (typed: ExecFlags, command: Command): Promise<ExecFlags> => {
  const told = (await withStory(await withConfig(typed, command), command)) as ExecFlags;
  const { port: _, readyFile: __, ...rest } = told;
  const { port, readyFile } = typed;
  return { ...rest, ...(port !== undefined && { port }), ...(readyFile !== undefined && { readyFile }) };
};

/** How the command ended, and what came of what the story promises. */
type Ended = Promises & { readonly code: number };

const runBeside = async (mock: Mock, words: readonly string[], flags: ExecFlags): Promise<Ended> => {
  warnOfStrangers(flags);
  const { readyFile } = flags;
  const ready = `${readyLine(mock)}\n`;
  if (readyFile !== undefined) {
    await writeReadyFile(readyFile, ready).catch((error: unknown) => {
      throw unwritable(readyFile, error);
    });
  }
  // Without key and token: what is said here stands in the logs of builds.
  if (flags.verbose === true) {
    process.stderr.write(`understudy: a mock serves at ${mock.url}, seed ${mock.seed}, clock ${flags.clock}\n`);
  }
  try {
    const code = await withTrust(mock, (trust) =>
      runCommand(words, { ...process.env, ...trust, ...environment(mock) }),
    );
    return { code, ...(await promisesOf(mock, flags.scenario)) };
  } finally {
    if (readyFile !== undefined) await removeReadyFile(readyFile, ready, undefined);
  }
};

const environment = (mock: Mock): { readonly [name: string]: string } => ({
  UNDERSTUDY_URL: mock.url,
  UNDERSTUDY_API_KEY: mock.apiKey,
  UNDERSTUDY_WEBHOOK_SECRET: mock.webhookSecret,
  UNDERSTUDY_CONTROL_URL: mock.controlUrl,
  UNDERSTUDY_CONTROL_TOKEN: mock.controlToken,
  ...nextOf(mock),
});

/** What a story has the key and the webhook secret change to: somebody would hand it to the program in time. */
const nextOf = ({ accounts }: Mock): { readonly [name: string]: string } => {
  const { next_api_key: key, next_webhook_secret: secret } = accounts['main'] ?? {};
  return {
    ...(key !== undefined && { UNDERSTUDY_NEXT_API_KEY: key }),
    ...(secret !== undefined && { UNDERSTUDY_NEXT_WEBHOOK_SECRET: secret }),
  };
};

/** Where a certificate was made for the mock, programs in Node are told to trust it, beside those that they trust already. */
const withTrust = async <T>({ caPem }: Mock, work: (trust: NodeJS.ProcessEnv) => Promise<T>): Promise<T> => {
  if (caPem === undefined) return work({});
  const folder = await mkdtemp(join(tmpdir(), 'understudy-exec-'));
  try {
    const file = join(folder, 'ca.pem');
    const others = process.env['NODE_EXTRA_CA_CERTS'];
    const before = others === undefined ? '' : await readFile(others, 'utf8').catch(() => '');
    await writeFile(file, `${before}\n${caPem}`);
    return await work({ NODE_EXTRA_CA_CERTS: file });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** After the mock was closed: then all that was under way has come to its end, and stands in the journal. */
const conductOf = ({ control }: Mock, { failOn }: ExecFlags): ConductReport => {
  const { entries, ...about } = control.journal({ limit: Number.MAX_SAFE_INTEGER });
  return conductReportOf(judgeEachAccount(entries, about), { version, source: 'understudy exec', failOn });
};

/** To standard error, for the output is the command's: also where all is well, for else nobody knows how much of it was seen. */
const tell = (report: ConductReport, ended: Ended, { verbose, quiet, failOn }: ExecFlags): void => {
  const { code, violated, unjudged } = ended;
  const hasLapses = report.scorecards.some(({ rules }) => rules.some(isLapsed));
  const say = (text: string): void => void process.stderr.write(text);
  if (verbose === true || (hasLapses && quiet !== true))
    say(`\n${conductText(report, errorColors, { isBrief: verbose !== true })}`);
  else if (quiet !== true) say(`understudy: conduct: ${conductGist(report)} (${whereMore})\n`);
  const held = quiet === true ? [] : heldLines(ended);
  for (const line of [...held, ...violated, ...unjudged]) say(`understudy: ${line}\n`);
  if (code !== 0) return;
  if (violated.length > 0) say('understudy: the command was fine, but the story is not: exit code 1\n');
  else if (report.exit_code === 1)
    say(`understudy: the command was fine, but its conduct is not (--fail-on ${failOn}): exit code 1\n`);
};

const whereMore = 'all of it: --verbose, or --report html=FILE';

/** One line, so that it can be told from what the command says there. */
const tellJson = (conduct: ConductReport, { code, story }: Ended, exitCode: number): void =>
  void process.stderr.write(`${jsonOf({ exit_code: exitCode, command_exit_code: code, story, conduct })}\n`);

const errorColors = colors.createColors(colors.isColorSupported && process.stderr.isTTY);
