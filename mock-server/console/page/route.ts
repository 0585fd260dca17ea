/** Where the page is: the part of the address after the `#`, such as `#/jobs/job_a1_x`. */
import { signal } from '@preact/signals';
import { takeToken } from './token.ts';

export type Route = { readonly panel: string; readonly rest: readonly string[] };

const read = (): Route => {
  const [panel = '', ...rest] = location.hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { panel, rest };
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

export const route = signal<Route>({ panel: '', rest: [] });

export const followAddress = (): void => {
  const follow = (): void => {
    // A console address that is pasted into an open page changes nothing but the fragment.
    takeToken();
    route.value = read();
  };
  follow();
  addEventListener('hashchange', follow);
};

/** The address of a panel, and of something in it. */
export const linkTo = (panel: string, ...rest: readonly (string | number)[]): string =>
  `#/${[panel, ...rest].map((part) => encodeURIComponent(part)).join('/')}`;

export const goTo = (panel: string, ...rest: readonly (string | number)[]): void => {
  location.hash = linkTo(panel, ...rest);
};

/** The same without a step to go back to: for what was chosen in a list. */
export const replaceWith = (panel: string, ...rest: readonly (string | number)[]): void => {
  history.replaceState(null, '', linkTo(panel, ...rest));
  route.value = read();
};
