/** Who may use the control API: who has the token of this process. A web page has it not, and is turned away before anything is read. */
import { createHash, timingSafeEqual } from 'node:crypto';

export type Guard = (request: Request) => { readonly status: 401 | 403; readonly message: string } | undefined;

export const tokenHeader = 'x-understudy-token';

export const createGuard = (token: string): Guard => {
  const expected = digest(token);
  return ({ headers, url }) => {
    const origin = headers.get('origin');
    if (headers.get('sec-fetch-site') === 'cross-site' || (origin !== null && origin !== new URL(url).origin)) {
      return { status: 403, message: 'the control API is closed to other sites' };
    }
    if (!timingSafeEqual(digest(headers.get(tokenHeader) ?? ''), expected)) {
      return {
        status: 401,
        message: 'send the control token as the header X-Understudy-Token: it stands in the ready line',
      };
    }
    return undefined;
  };
};

/** Equal lengths, so that the comparison tells nothing of the token's. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
