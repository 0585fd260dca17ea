/** A client for the tests of suites: a request with the key of an account. */
import type { TestAccount } from './account.ts';

export type Answer = { readonly status: number; readonly body: { readonly [field: string]: unknown } };

type Caller = Pick<TestAccount, 'url' | 'apiKey'>;

/** A body is sent as JSON, a form as it is. */
export const call = async ({ url, apiKey }: Caller, path: string, body?: object): Promise<Answer> => {
  const isForm = body instanceof FormData;
  const response = await fetch(new URL(path, `${url}/`), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

/** Submits a talking avatar. @returns the id of the job, or what was refused */
export const submitAvatar = async (account: Caller, script: string): Promise<Answer> => {
  const form = new FormData();
  form.set('file', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'portrait.png');
  const { body } = await call(account, 'uploads', form);
  return call(account, 'avatar', { image_key: body['file_key'], script });
};

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
