/** What went wrong, as a command tells it: without secrets, and without what would steer a terminal. */
import type { Redact } from '../../contract-tests/report/secrets.ts';
import { visible } from '../../contract-tests/report/visible.ts';
import { WrongUsage } from './wrong-usage.ts';

export const messageOf = (error: unknown, redact: Redact): string =>
  visible(redact(error instanceof Error ? error.message : String(error)), { keepsLines: true });

/** To be thrown on. @param isUsage whether the user can put it right */
export const toldError = (error: unknown, redact: Redact, isUsage: boolean): Error => {
  const message = messageOf(error, redact);
  return isUsage ? new WrongUsage(message, { cause: error }) : new Error(message, { cause: error });
};
