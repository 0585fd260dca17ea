/** A client of the service in thirty lines of plain fetch: upload, run a job to its end, download, read the account. */
import { readFile, writeFile } from 'node:fs/promises';

export type Job = { status: string; output_url: string; charged_usd: number; error: { code: string } | null };

const { UNDERSTUDY_URL: baseUrl = '', UNDERSTUDY_API_KEY: apiKey = '' } = process.env;
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** A path below the base URL, or one that begins with a slash, as status_url does. 429 means slow down. */
export const call = async <T>(path: string, init: RequestInit = {}, pause = 1): Promise<T> => {
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${apiKey}` };
  const response = await fetch(new URL(path, `${baseUrl}/`), { ...init, headers });
  if (response.status === 429 && pause <= 32) return wait(pause).then(() => call<T>(path, init, pause * 2));
  if (!response.ok) throw new Error(`HTTP ${response.status} for ${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

export const upload = async (file: string, type: string): Promise<string> => {
  const body = new FormData();
  body.set('file', new Blob([await readFile(file)], { type }), file.split('/').at(-1));
  return (await call<{ file_key: string }>('uploads', { method: 'POST', body })).file_key;
};

/** Submits, and polls once a second. With the key, a submit that is sent twice still is one job and one charge. */
export const run = async (endpoint: string, input: object): Promise<Job> => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const submit = { method: 'POST', headers, body: JSON.stringify(input) };
  const { status_url } = await call<{ status_url: string }>(endpoint, submit);
  let job = await call<Job>(status_url);
  for (; job.status !== 'succeeded' && job.status !== 'failed'; job = await call<Job>(status_url)) await wait(1);
  return job;
};

/** The link is signed: no key is sent along. */
export const download = async (job: Job, file: string): Promise<void> => {
  const response = await fetch(job.output_url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok || bytes.length === 0) throw new Error(`${file}: HTTP ${response.status}, ${bytes.length} bytes`);
  await writeFile(file, bytes);
};
