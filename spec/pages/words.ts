/** How pages call what the data of the contract have in one word. */
import type { Side } from '../clause.ts';
import type { GapKind } from '../gap.ts';

export const sideWords: { readonly [side in Side]: string } = {
  server: 'service',
  client: 'client',
  receiver: 'receiver',
};

export const kindWords: { readonly [kind in GapKind]: string } = {
  explicit: 'not shown',
  silent: 'not said',
  contradiction: 'said twice',
};
