/** `understudy listen`: shows what comes until it is told to stop, or has seen as much as was asked for. */
import { isLoopback } from '../options.ts';
import { printJson } from './json-lines.ts';
import type { ListenFlags } from './listen-flags.ts';
import { type Listening, startListening } from './listening.ts';
import { type Told, lineOf, shownUrl } from './told.ts';
import { WrongUsage } from './wrong-usage.ts';

/** The exit code is 1 where `count` attempts came and the signature of one was wrong. Throws `WrongUsage` for a port that is taken. */
export const listen = async (flags: ListenFlags): Promise<void> => {
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
    throw explained(error, flags);
  });
  if (!isLoopback(flags.host)) console.error(`understudy: warning: ${flags.host} lets other machines in`);
  tell({
    type: 'ready',
    url: listening.url,
    forward_to: flags.forwardTo === undefined ? null : shownUrl(flags.forwardTo),
    verifies: flags.secret !== undefined,
  });
  const isCounted = await Promise.race([listening.counted.then(() => true), untilSignal().then(() => false)]);
  process.exit(await end(listening, tell, isCounted));
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

/** The first one; a second one ends at once. */
const untilSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let stopping = false;
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(code);
        stopping = true;
        resolve();
      });
    }
  });

const explained = (error: unknown, { host, port }: ListenFlags): unknown => {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new WrongUsage(
        `port ${port} on ${host} is in use: choose another with --port, or --port 0 for a free one`,
        { cause: error },
      );
    case 'EACCES':
      return new WrongUsage(`port ${port} on ${host} needs more rights: choose one above 1023 with --port`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new WrongUsage(`${host} is no address of this machine: choose another with --host`, { cause: error });
    default:
      return error;
  }
};
