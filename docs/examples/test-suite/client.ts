/** A small client of the service, as yours may be: the program under test. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export type Job = { id: string; status: string; charged_usd?: number; output_url?: string };

const passing = ['rate_limited', 'at_capacity', 'capacity_warming', 'internal_error'];

export const connect = ({ url, apiKey, pauseMs = 1_000 }: { url: string; apiKey: string; pauseMs?: number }) => {
  const call = async <T>(path: string, init: RequestInit = {}, tries = 4): Promise<T> => {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${apiKey}` };
    const response = await fetch(new URL(path, `${url}/`), { ...init, headers }).catch(() => undefined);
    if (response?.ok) return (await response.json()) as T;
    const code = response && ((await response.json()) as { error: { code: string } }).error.code;
    if (tries === 1 || (code && !passing.includes(code))) throw new Error(code ?? 'no answer');
    await wait(pauseMs);
    return call(path, init, tries - 1);
  };
  return {
    /** Submits a talking avatar, once, however often it has to be asked for. */
    avatar: async (portrait: Blob, script: string, callback_url?: string) => {
      const form = new FormData();
      form.set('file', portrait, 'portrait.png');
      const { file_key } = await call<{ file_key: string }>('uploads', { method: 'POST', body: form });
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const body = JSON.stringify({ image_key: file_key, script, callback_url });
      return call<{ id: string; status_url: string }>('avatar', { method: 'POST', headers, body });
    },
    /** The job when it has ended. */
    finished: async ({ status_url }: { status_url: string }) => {
      let job = await call<Job>(status_url);
      for (; job.status !== 'succeeded' && job.status !== 'failed'; job = await call<Job>(status_url))
        await wait(pauseMs);
      return job;
    },
  };
};

/** The job that a webhook tells of. Throws if it is not signed with the secret, or is older than five minutes. */
export const readWebhook = (body: string, signature: string, secret: string): Job => {
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})/.exec(signature) ?? [];
  const expected = createHmac('sha256', secret).update(`${t}.${body}`).digest();
  const isOld = Math.abs(Date.now() / 1000 - Number(t)) > 300;
  if (isOld || !timingSafeEqual(expected, Buffer.from(v1.padEnd(64, '0'), 'hex'))) throw new Error('not the service');
  return (JSON.parse(body) as { data: Job }).data;
};
