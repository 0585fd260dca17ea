/** `understudy snapshot`: saves the world of a running mock, and loads one into it. Neither is ever held in memory as a whole. */
import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LoadedSnapshot } from '../snapshots.ts';
import type { SnapshotFlags } from './snapshot-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

export const saveSnapshot = async (file: string, flags: SnapshotFlags): Promise<void> => {
  const { controlUrl } = needed(flags);
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'is there already: name a new one' : `cannot be written (${error.code})`;
    throw new WrongUsage(`the file ${file} ${why}`, { cause: error });
  });
  try {
    const answer = await sent(flags, { method: 'GET' });
    if (answer.body === null) throw new Error(`what answers at ${controlUrl} gave no snapshot`);
    await pipeline(Readable.fromWeb(answer.body), handle.createWriteStream());
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
  print(`saved ${(await stat(file)).size} bytes in ${file}`);
};

export const loadSnapshot = async (file: string, flags: SnapshotFlags): Promise<void> => {
  needed(flags);
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new WrongUsage(`the file ${file} cannot be read (${error.code})`, { cause: error });
  });
  await handle.close();
  const answer = await sent(flags, {
    method: 'PUT',
    headers: { 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(createReadStream(file)) as ReadableStream,
    duplex: 'half',
  });
  const { accounts, now } = (await answer.json()) as LoadedSnapshot;
  print(`loaded ${accounts} ${accounts === 1 ? 'account' : 'accounts'}; the clock is at ${now}`);
};

type Sending = Pick<RequestInit, 'method' | 'body'> & {
  readonly headers?: { readonly [name: string]: string };
  readonly duplex?: 'half';
};

const sent = async (flags: SnapshotFlags, request: Sending): Promise<Response> => {
  const { controlUrl, controlToken } = needed(flags);
  const url = `${controlUrl}/snapshot${flags.force === true ? '?force=true' : ''}`;
  const answer = await fetch(url, {
    ...request,
    headers: { ...request.headers, 'x-understudy-token': controlToken },
    // The token is for this mock alone.
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new Error(`no mock answers at ${controlUrl}: is it running, and is this its control_url?`, { cause: error });
  });
  if (answer.ok) return answer;
  const message = await messageIn(answer);
  if (answer.status === 401) throw new WrongUsage(`the mock at ${controlUrl} has another token: its ready line has it`);
  if (answer.status === 400) throw new WrongUsage(message);
  throw new Error(`the mock at ${controlUrl} answered ${answer.status}: ${message}`);
};

const messageIn = async (answer: Response): Promise<string> => {
  const text = await answer.text();
  try {
    return (JSON.parse(text) as { readonly error: { readonly message: string } }).error.message;
  } catch {
    return 'it is no control API of a mock';
  }
};

const needed = ({ controlUrl, controlToken }: SnapshotFlags): { controlUrl: string; controlToken: string } => {
  if (controlUrl === undefined) throw new WrongUsage('say which mock: --control-url or UNDERSTUDY_CONTROL_URL');
  if (controlToken === undefined) {
    throw new WrongUsage('the mock wants its token: --control-token or UNDERSTUDY_CONTROL_TOKEN');
  }
  return { controlUrl, controlToken };
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
