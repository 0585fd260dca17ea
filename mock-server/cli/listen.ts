/** `understudy listen`: shows what comes until it is told to stop, or has seen as much as was asked for. */
import { isLoopback } from '../options.ts';
import { addressFault } from './address-fault.ts';
import { printJson } from './json-lines.ts';
import type { ListenFlags } from './listen-flags.ts';
import { type Listening, startListening } from './listening.ts';
import { onStopSignal } from './stop-signals.ts';
import { type Told, lineOf, shownUrl } from './told.ts';
import { neededSecret } from './webhook-secret.ts';
import { WrongUsage } from './wrong-usage.ts';

/** The exit code is 1 where `count` attempts came and the signature of one was wrong. Throws `WrongUsage` for a port that is taken. */
export const listen = async (flags: ListenFlags): Promise<void> => {
  if (flags.printSecret === true) return printSecret(flags);
  if (flags.forwardTo === undefined && flags.answers?.includes('forward') === true) {
    throw new WrongUsage('--answers says forward, and there is no --forward-to: say where to');
  }
  if (flags.forwardTo !== undefined && leadsTo(flags.forwardTo, flags)) {
    throw new WrongUsage('--forward-to leads back here: it is where the receiver listens, and --port where this does');
  }
  const tell = (told: Told): void => {
    if (flags.json === true) return printJson(told);
    const line = lineOf(told);
    if (line !== undefined) process.stdout.write(`${line}\n`);
  };
  const listening = await startListening(flags, tell).catch((error: unknown) => {
    throw addressFault(error, flags);
  });
  if (!isLoopback(flags.host)) console.error(`understudy: warning: ${flags.host} lets other machines in`);
  tell({
    type: 'ready',
    url: listening.url,
    forward_to: flags.forwardTo === undefined ? null : shownUrl(flags.forwardTo),
    verifies: flags.secret !== undefined,
  });
  const stopped = new Promise<false>((resolve) => onStopSignal(() => resolve(false)));
  const isCounted = await Promise.race([listening.counted.then(() => true), stopped]);
  process.exit(await end(listening, tell, isCounted));
};

/** The one place beside the ready line where it is shown: for programs that read it under another name. */
const printSecret = ({ secret, json }: ListenFlags): void => {
  const told = neededSecret(secret);
  if (json === true) printJson({ type: 'secret', secret: told });
  else process.stdout.write(`${told}\n`);
};

/** What is forwarded to where it came from never ends. */
export const leadsTo = (url: string, { host, port }: Pick<ListenFlags, 'host' | 'port'>): boolean => {
  const { protocol, hostname, port: told } = new URL(url);
  const other = hostname.replace(/^\[|\]$/g, '');
  const otherPort = Number(told || (protocol === 'https:' ? 443 : 80));
  // A free port is not known yet, and nobody's.
  return port !== 0 && otherPort === port && (other === host || (isHere(other) && isHere(host)));
};

/** Who listens on all addresses listens on loopback too, and is reached there. */
const isHere = (host: string): boolean => isLoopback(host) || host === '0.0.0.0' || host === '::';

const end = async (listening: Listening, tell: (told: Told) => void, isCounted: boolean): Promise<number> => {
  const summary = await listening.close();
  tell(summary);
  // Whoever reads our output may be slow.
  await new Promise((resolve) => process.stdout.write('', resolve));
  const wrong = Object.keys(summary.signatures).some((verdict) => verdict !== 'ok' && verdict !== 'unchecked');
  return isCounted && wrong ? 1 : 0;
};
