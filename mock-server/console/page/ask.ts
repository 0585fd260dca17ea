/** Asks the control API, with the token. What it refuses is thrown with its words, to be shown. */
import { useEffect, useState } from 'preact/hooks';
import { token } from './token.ts';

export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @param path below `/__understudy/`. Throws `Refused`, or a TypeError where the mock cannot be reached. */
export const ask = async <Answer>(path: string, method = 'GET', body?: object): Promise<Answer> => {
  const response = await fetch(path, {
    method,
    headers: {
      'x-understudy-token': token.value,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  throw new Refused(response.status, messageIn(text) ?? `the mock answered ${response.status}`);
};

/** What came of a question; the answer before stays while it is asked anew. */
export type Asked<Answer> = { readonly answer: Answer | undefined; readonly problem: string | undefined };

/** @param again asks anew whenever it is another value */
export const useAsked = <Answer>(path: string | undefined, again: unknown = null): Asked<Answer> => {
  const [asked, setAsked] = useState<Asked<Answer> & { readonly path?: string | undefined }>(nothing);
  useEffect(() => {
    if (path === undefined) return undefined;
    let isOver = false;
    ask<Answer>(path).then(
      (answer) => {
        if (!isOver) setAsked({ answer, problem: undefined, path });
      },
      (error: unknown) => {
        if (!isOver) setAsked({ answer: undefined, problem: said(error), path });
      },
    );
    return () => {
      isOver = true;
    };
  }, [path, again]);
  // What was said of something else is no answer to this.
  return asked.path === path ? asked : nothing;
};

/** An error in words. */
export const said = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const nothing = { answer: undefined, problem: undefined } as const;

const messageIn = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
};
