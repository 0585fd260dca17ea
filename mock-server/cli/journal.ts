/** `understudy journal`: what came to a running mock and what it sent, as a list, as JSON or as HAR. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { JournalEntry } from '../../spec/schemas/journal.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import { version } from '../about.ts';
import { harOf } from '../store/har.ts';
import type { JournalPage } from '../store/journal.ts';
import { type ControlClient, openControl } from './control-client.ts';
import type { JournalFlags } from './journal-flags.ts';
import { lineOf } from './journal-line.ts';
import { jsonOf, printJson } from './json-lines.ts';
import { WrongUsage } from './wrong-usage.ts';

export const journal = async (flags: JournalFlags): Promise<void> => {
  const control = openControl(flags);
  // A journal without an entry says nothing of whether the account is one: the mock refuses what is none.
  if (flags.account !== undefined) await control.get(`/accounts/${encodeURIComponent(flags.account)}`);
  if (flags.follow) return follow(control, flags);
  const page = await readAll(control, flags);
  if (flags.har !== undefined) return writeHar(page.entries, flags.har, control.url);
  if (flags.json) return printJson(page, 2);
  for (const entry of page.entries) print(told(entry));
  if (page.entries.length === 0) process.stderr.write('The journal has no such entry: nothing has happened yet.\n');
};

/** Everything that the mock still has, in as many pages as it takes. */
const readAll = async (control: ControlClient, flags: JournalFlags): Promise<JournalPage> => {
  const first = await read(control, flags, 0);
  const entries = [...first.entries];
  let { next } = first;
  for (let page = first; page.entries.length === pageLength; next = page.next) {
    page = await read(control, flags, next);
    entries.push(...page.entries);
  }
  return { ...first, entries, next };
};

const read = (
  control: ControlClient,
  { account: account_id, kind, status }: JournalFlags,
  since?: number,
): Promise<JournalPage> =>
  control.get<JournalPage>('/journal', {
    account_id,
    kind,
    status,
    since,
    limit: since === undefined ? 1 : pageLength,
  });

/** Asks again and again: entries are written when what they tell of has ended. */
const follow = async (control: ControlClient, flags: JournalFlags): Promise<void> => {
  let { next } = await read(control, flags);
  for (;;) {
    const page = await read(control, flags, next);
    for (const entry of page.entries) print(flags.json ? jsonOf(entry) : told(entry));
    next = page.next;
    if (page.entries.length < pageLength) await wait(pauseMs);
  }
};

const writeHar = async (entries: readonly JournalEntry[], file: string, controlUrl: string): Promise<void> => {
  const text = `${jsonOf(harOf(entries, { origin: new URL(controlUrl).origin, version }), 2)}\n`;
  if (file === '-') return void process.stdout.write(text);
  // Of callers and their bodies: a new file is for its owner only.
  await writeFile(file, text, { mode: 0o600 }).catch((error: Error) => {
    throw new WrongUsage(`cannot write ${file}: ${error.message}`);
  });
  process.stderr.write(`${file}: ${entries.length} entries of the journal\n`);
};

/** What clients send does not steer the terminal. */
const told = (entry: JournalEntry): string => visible(lineOf(entry));

const pageLength = 1_000;
const pauseMs = 300;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
