/** Flags that have no effect beside others: typed, they are refused, since whoever types them expects one. */
import type { Command } from 'commander';
import { WrongUsage } from './wrong-usage.ts';

/** A mock that runs already makes what these give, and its money is play money. */
const ofDeployments = [
  '--second-api-key',
  '--revoked-api-key',
  '--low-balance-api-key',
  '--webhook-secret',
  '--time-scale',
  '--rate-limit',
  '--allow-spend',
  '--budget-usd',
  '--price',
];

/**
 * Throws `WrongUsage` for one that was typed while `controlUrl` leads to a mock that runs already. What stands in a variable or a file
 * is passed over: it may be there for other commands.
 * @param more flags of the command that have no effect there either
 */
export const refuseVain = (command: Command, controlUrl: string | undefined, more: readonly string[] = []): void => {
  if (controlUrl === undefined) return;
  const vain = command.options.find(
    (option) =>
      [...ofDeployments, ...more].includes(option.long ?? '') &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (vain === undefined) return;
  throw new WrongUsage(
    `${vain.long ?? ''} has no effect on a mock that runs already (--control-url or its variable): leave it out`,
  );
};
