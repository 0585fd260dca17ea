/** Flags that have no effect beside others: typed, they are refused, since whoever types them expects one. */
import type { Command } from 'commander';
import { WrongUsage } from './wrong-usage.ts';

/** A mock makes what these give, and its money is play money. */
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

/** A mock in this process has a key of its own, and its webhooks find us by themselves. */
const ofServers = ['--api-key', '--webhook-receiver', '--webhook-port'];

/**
 * Throws `WrongUsage` for one that was typed while `controlUrl` leads to a mock that runs already. What stands in a variable or a file
 * is passed over: it may be there for other commands.
 * @param more flags of the command that have no effect there either
 */
export const refuseVain = (command: Command, controlUrl: string | undefined, more: readonly string[] = []): void => {
  if (controlUrl === undefined) return;
  refuseTyped(
    command,
    [...ofDeployments, ...more],
    'has no effect on a mock that runs already (--control-url or its variable): leave it out',
  );
};

/** The same for `test`, of which every target but a deployment lacks some; and there some go with others. */
export const refuseVainOfTest = (
  command: Command,
  flags: {
    readonly url?: string;
    readonly controlUrl?: string;
    readonly webhookReceiver?: string;
    readonly allowSpend?: boolean;
    readonly drift?: string | true;
    readonly dryRun?: boolean;
  },
): void => {
  const { url, controlUrl, webhookReceiver, allowSpend, drift, dryRun = false } = flags;
  if (controlUrl !== undefined) {
    refuseVain(command, controlUrl);
    // It serves what it serves: a mock in this process is only compared with it.
    if (drift === undefined && !dryRun)
      refuseTyped(
        command,
        ['--variants-from'],
        'has no effect on a mock that runs already: add --drift, or leave it out',
      );
  } else if (url === undefined) {
    refuseTyped(
      command,
      [...ofDeployments, ...ofServers],
      'has no effect on a mock in this process: say which server is meant with --url, or leave it out',
    );
  } else {
    if (webhookReceiver === undefined)
      refuseTyped(
        command,
        ['--webhook-secret', '--webhook-port', '--signature-header', '--time-scale'],
        'has no effect without webhooks: add --webhook-receiver, or leave it out',
      );
    refuseTyped(command, ['--control-token'], 'goes with --control-url: add that, or leave it out');
    if (allowSpend !== true)
      refuseTyped(command, ['--price'], 'has no effect where nothing is paid: add --allow-spend and --budget-usd');
  }
};

const refuseTyped = (command: Command, vain: readonly string[], why: string): void => {
  const typed = command.options.find(
    (option) => vain.includes(option.long ?? '') && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (typed !== undefined) throw new WrongUsage(`${typed.long ?? ''} ${why}`);
};
