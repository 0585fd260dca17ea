/** A client of the service with plain fetch: upload, run a job to its end, download, read the account. */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';

export type Job = {
  id: string;
  status: string;
  output_url: string;
  charged_usd: number;
  error: { code: string } | null;
};

export const createClient = (baseUrl: string, apiKey: string) => {
  /** A path below the base URL, or one that begins with a slash, as status_url does. 429 means slow down. */
  const call = async <T>(path: string, init: RequestInit = {}, pause = 1): Promise<T> => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${apiKey}` };
    const response = await fetch(new URL(path, `${baseUrl}/`), { ...init, headers });
    if (response.status === 429 && pause <= 32) return wait(pause).then(() => call<T>(path, init, pause * 2));
    if (!response.ok) throw new Error(`HTTP ${response.status} for ${path}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const upload = async (file: string, type: string): Promise<string> => {
    const body = new FormData();
    body.set('file', new Blob([await readFile(file)], { type }), basename(file));
    return (await call<{ file_key: string }>('uploads', { method: 'POST', body })).file_key;
  };
  /** Submits and polls once a second. With the key, a submit that is sent twice still is one job and one charge. */
  const run = async (endpoint: string, input: object): Promise<Job> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
    const submit = { method: 'POST', headers, body: JSON.stringify(input) };
    const { status_url } = await call<{ status_url: string }>(endpoint, submit);
    for (let tries = 0; tries < 120; tries++) {
      const job = await call<Job>(status_url);
      if (job.status === 'succeeded' || job.status === 'failed') return job;
      await wait(1);
    }
    throw new Error(`${endpoint} has not ended after two minutes`);
  };
  return { call, upload, run };
};

/** The link is signed: no key is sent along. */
export const download = async (job: Job, file: string): Promise<void> => {
  const response = await fetch(job.output_url);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (!response.ok || bytes.length === 0) throw new Error(`${file}: HTTP ${response.status}, ${bytes.length} bytes`);
  await writeFile(file, bytes);
};

const wait = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
