/** What a step says of its request beside the members of a lawful body: further headers, and a body of text that is sent as it stands. */
import type { OneStep } from '../../scenarios/steps.ts';
import type { Raw } from '../form.ts';
import type { Player } from './player.ts';

/** Undefined where the body has members. */
export const rawOf = ({ body }: OneStep): Raw | undefined =>
  typeof body === 'string' ? { bytes: Buffer.from(body), type: 'application/json' } : undefined;

/** As if all of it were to be spoken: whatever a service reads in it, no script is longer. */
export const dearestOf = (text: string): { readonly script: string } => ({ script: text });

/** By their names in small letters, as which they mean the same. */
export const headersOf = (player: Player, { headers = {} }: OneStep): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(player.resolved(headers) as object).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
