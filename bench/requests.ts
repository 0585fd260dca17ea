/** What the benches ask of the mock. */
import { mediumBytes } from '../fixtures/media.ts';
import type { Peer } from './peer.ts';

export const bearer = ({ apiKey }: Pick<Peer, 'apiKey'>) => ({ authorization: `Bearer ${apiKey}` });

/** Flags with which nothing is refused: the line is as long as the money lasts. */
export const rich = ['--queue', '10000000', '--balance', '1000000000'] as const;

/** Uploads an image; gives its key. */
export const uploadPortrait = async (mock: Peer): Promise<string> => {
  const form = new FormData();
  form.set('file', new Blob([await mediumBytes('portrait.png')], { type: 'image/png' }), 'portrait.png');
  const answer = await fetch(`${apiOf(mock)}/uploads`, { method: 'POST', headers: bearer(mock), body: form });
  return ((await answer.json()) as { file_key: string }).file_key;
};

export const avatarBody = (imageKey: string): string =>
  JSON.stringify({ image_key: imageKey, script: 'The weather will be fine until the end of the week.' });

/** Submits a job; gives its id. */
export const sendJob = async (mock: Peer, body: string): Promise<string> => {
  const headers = { ...bearer(mock), 'content-type': 'application/json' };
  const answer = await fetch(`${apiOf(mock)}/avatar`, { method: 'POST', headers, body });
  return ((await answer.json()) as { id: string }).id;
};

/** Makes an account with money; gives its key. */
export const newAccount = async ({ told }: Peer): Promise<string> => {
  const answer = await fetch(`${String(told['control_url'])}/accounts`, {
    method: 'POST',
    headers: { 'x-understudy-token': String(told['control_token']), 'content-type': 'application/json' },
    body: JSON.stringify({ balance_usd: 1_000_000 }),
  });
  return ((await answer.json()) as { api_key: string }).api_key;
};

/** How many jobs there are, if fewer than a thousand. */
export const jobsIn = async ({ told }: Peer): Promise<number> => {
  const headers = { 'x-understudy-token': String(told['control_token']) };
  const answer = await fetch(`${String(told['control_url'])}/jobs?limit=1000`, { headers });
  const jobs: unknown = await answer.json();
  if (!Array.isArray(jobs)) throw new Error(`no list of jobs: ${JSON.stringify(jobs)}`);
  return jobs.length;
};

/** Forgets everything, files included. */
export const resetMock = async ({ told }: Peer): Promise<void> => {
  const headers = { 'x-understudy-token': String(told['control_token']) };
  const answer = await fetch(`${String(told['control_url'])}/reset`, { method: 'POST', headers });
  if (!answer.ok) throw new Error(`reset: ${answer.status}`);
};

/** Keys of idempotency that do not repeat. */
export const keys = (name: string): (() => string) => {
  let count = 0;
  return () => `${name}-${++count}`;
};

const apiOf = ({ port }: Peer): string => `http://127.0.0.1:${port}/api/v1`;
