/** The secret of the commands for webhooks; without one most of them can do nothing. */
import { secretVariable } from './webhook-flags.ts';
import { WrongUsage } from './wrong-usage.ts';

/** Throws `WrongUsage` where there is none. */
export const neededSecret = (secret: string | undefined): string => {
  if (secret !== undefined) return secret;
  throw new WrongUsage(
    `there is no webhook secret: --secret or ${secretVariable}. The ready line of a mock has it as webhook_secret`,
  );
};
