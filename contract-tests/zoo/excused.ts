/** Checks that may not judge a lawful server of the zoo though it offers what they say they need. */
import type { Check } from '../check.ts';

export const isExcused = ({ id }: Pick<Check, 'id'>, isDeployment: boolean): boolean =>
  id in everywhere || (isDeployment && id in withoutControl);

type Reasons = { readonly [checkId: string]: string };

const everywhere: Reasons = {
  'live-swap-session.stream-url-wss': 'the servers here speak no TLS, and sockets under plain http may be plain too',
  'voice-session.stream-url-wss': 'the same',
};

const withoutControl: Reasons = {
  'errors.input-too-large-duration-trigger': 'a server that took the clip would be paid for hours of it',
};
