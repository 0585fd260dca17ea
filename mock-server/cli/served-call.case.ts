/** Calls of a mock that is a process of its own, as a client and as whoever steers it. */
import type { Serving } from './launch.case.ts';

export type Wire = { readonly [name: string]: unknown };

/** @param path below `/api/v1` @param body a form is sent as it is, anything else as JSON */
export const callServed = async (
  { ready }: Serving,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Wire }> => {
  const isForm = body instanceof FormData;
  const response = await fetch(ready.base_url + path, {
    method,
    headers: {
      authorization: `Bearer ${ready.api_key}`,
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: (await response.json()) as Wire };
};

/** A list of the control API. */
export const listServed = async ({ ready }: Serving, path: string): Promise<Wire[]> => {
  const response = await fetch(ready.control_url + path, { headers: { 'x-understudy-token': ready.control_token } });
  return (await response.json()) as Wire[];
};
