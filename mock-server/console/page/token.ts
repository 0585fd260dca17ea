/** The control token: it comes in the fragment of the address, which no server sees, and stays in this tab. It is sent as a header, never in an address. */
import { signal } from '@preact/signals';

const kept = 'understudy-token';

/** Empty where there is none. */
export const token = signal('');

/** Takes the token out of the address before anything else reads that, or the one that this tab had. */
export const takeToken = (): void => {
  const given = /^#token=([\w-]+)/.exec(location.hash)?.[1];
  if (given !== undefined) {
    sessionStorage.setItem(kept, given);
    history.replaceState(null, '', '#/overview');
  }
  token.value = given ?? (token.value || (sessionStorage.getItem(kept) ?? ''));
};

export const useToken = (typed: string): void => {
  sessionStorage.setItem(kept, typed.trim());
  token.value = typed.trim();
};
