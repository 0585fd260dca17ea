/**
 * The first look at a target: is there the service at all, under this address, with this key? What is wrong is told once, in one
 * sentence with what to do next, before hundreds of checks would each stumble over it.
 */
import { limits } from '../spec/limits.ts';
import { readError } from './reading/error.ts';
import type { Target } from './target.ts';
import { type Time, realTime } from './time.ts';
import { TargetFault, isTargetFault } from './target-fault.ts';
import { type Rated, Traffic } from './pacing/traffic.ts';
import { faultOfFailure } from './preflight-failures.ts';
import type { Answer } from './wire/exchange.ts';
import { type Sent, type Wire, openWire } from './wire/send.ts';

export type FirstLook = {
  /** Of one request, in milliseconds. */
  readonly latencyMs: number;
  /** The answer of `GET /pricing`, for the prices. */
  readonly pricing: unknown;
  readonly balanceUsd: number | undefined;
  /** It took part in the rate: a run goes on from there. */
  readonly traffic: Traffic;
};

type Options = { readonly timeoutMs?: number; readonly time?: Time; readonly traffic?: Traffic };

/** Throws a TargetFault where nothing can be judged. A single answer that is wrong is none: the checks say so. */
export const preflight = async (
  target: Pick<Target, 'baseUrl' | 'key' | 'ca'> & Rated,
  { timeoutMs = 10_000, time = realTime, traffic = new Traffic(target, time) }: Options = {},
): Promise<FirstLook> => {
  const wire = traffic.counting(openWire({ ca: target.ca }));
  const askFor = async (path: 'pricing' | 'balance'): Promise<Sent> => {
    await traffic.pace.turn();
    return ask(wire, target.baseUrl, path, path === 'pricing' ? undefined : target.key, timeoutMs);
  };
  try {
    const pricing = await askFor('pricing');
    let balance = await askFor('balance');
    if (balance.answer?.status === 429) {
      await traffic.pace.rest();
      balance = await askFor('balance');
    }
    const [one, other] = [faultOf(pricing, target.baseUrl), faultOf(balance, target.baseUrl)];
    // If one of the two answers as the service does, the service is there.
    if (one !== undefined && other !== undefined) throw one;
    const { answer } = balance;
    if (answer?.status === 401) {
      throw new TargetFault(
        'key',
        `the API key is refused with 401 (${shown(answer)}): give the right one in UNDERSTUDY_API_KEY, a config file or --api-key, and ${hint(target.baseUrl, `see that it belongs to ${target.baseUrl}`)}`,
      );
    }
    if (answer?.status === 429) {
      throw new TargetFault(
        'rate-limit',
        `the API key is over its rate (429), also after a minute: somebody else uses it. Stop that, or give a key of your own`,
      );
    }
    expectOurTime([pricing, balance]);
    const usd = (answer?.json as { readonly balance_usd?: unknown } | undefined)?.balance_usd;
    return {
      latencyMs: Math.min(pricing.tookMs, balance.tookMs),
      pricing: pricing.answer?.json,
      balanceUsd: typeof usd === 'number' ? usd : undefined,
      traffic,
    };
  } catch (error) {
    throw isTargetFault(error) ? error.after(traffic.requests) : error;
  } finally {
    wire.close();
  }
};

/** Whether somebody answers, whatever it is. */
export const isThere = async (
  { baseUrl, ca }: Pick<Target, 'baseUrl' | 'ca'>,
  traffic: Traffic,
  timeoutMs = 10_000,
): Promise<boolean> => {
  const wire = traffic.counting(openWire({ ca }));
  try {
    await traffic.pace.turn();
    return (await ask(wire, baseUrl, 'pricing', undefined, timeoutMs)).answer !== undefined;
  } finally {
    wire.close();
  }
};

const ask = (wire: Wire, baseUrl: string, path: string, key: string | undefined, timeoutMs: number): Promise<Sent> =>
  wire.send(
    {
      method: 'GET',
      url: `${baseUrl}/${path}`,
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: undefined,
    },
    { timeoutMs },
  );

/** Undefined for an answer that the service could have given. */
const faultOf = ({ answer, failure }: Sent, baseUrl: string): TargetFault | undefined => {
  if (answer === undefined) return faultOfFailure(failure ?? 'no answer', baseUrl);
  const { status } = answer;
  if (status >= 300 && status < 400) {
    return new TargetFault(
      'redirect',
      `${baseUrl} leads elsewhere (${status}${told(answer.headers['location'])}), and a client of the service follows no redirects: give the address it leads to as --url`,
    );
  }
  if (isPage(answer)) {
    return new TargetFault(
      'web-page',
      `${baseUrl} answers with a web page (${status}), not with the service's JSON: ${hint(baseUrl, 'it may be the console or a proxy; look up the base URL of the API')}`,
    );
  }
  if (status === 404 || status === 405) {
    return new TargetFault(
      'wrong-path',
      `there is neither /pricing nor /balance under ${baseUrl} (${status}): ${hint(baseUrl, 'see whether the path is right')}`,
    );
  }
  if (status >= 500) {
    return new TargetFault(
      'server-error',
      `${baseUrl} fails at everything (${status}, ${shown(answer)}): it may be starting, or a gateway stands before a dead service. Look at its log, and try again`,
    );
  }
  if (answer.json === undefined) {
    return new TargetFault(
      'not-json',
      `${baseUrl} answers without JSON (${status}, ${shown(answer)}): ${hint(baseUrl, 'see whether it is the service')}`,
    );
  }
  return undefined;
};

/** Signatures and periods are judged by our clock. */
const expectOurTime = (sent: readonly Sent[]): void => {
  const skews = sent.flatMap(({ answer, sentAt, tookMs }) => {
    const theirs = Date.parse(answer?.headers['date'] ?? '');
    return Number.isNaN(theirs) ? [] : [theirs - (sentAt + tookMs / 2)];
  });
  if (skews.length === 0 || skews.some((skew) => Math.abs(skew) <= limits.signatureToleranceSeconds * 1_000)) return;
  const minutes = Math.round(Math.abs(skews[0] ?? 0) / 60_000);
  throw new TargetFault(
    'clock-skew',
    `the target's clock is ${minutes} minutes ${(skews[0] ?? 0) > 0 ? 'ahead of' : 'behind'} this machine's (by its Date header): no signature or period could be judged. Set the clock that is wrong`,
  );
};

const hint = (baseUrl: string, otherwise: string): string => {
  const { pathname, origin } = new URL(baseUrl);
  return pathname.endsWith('/api/v1') ? otherwise : `a base URL ends with /api/v1: try --url ${origin}/api/v1`;
};

const isPage = ({ headers, body }: Answer): boolean =>
  (headers['content-type'] ?? '').includes('text/html') ||
  /^\s*<(!doctype|html|head|body)/i.test(Buffer.from(body.subarray(0, 200)).toString());

const shown = ({ headers, json, body }: Answer): string => {
  const code = readError(json)?.code;
  if (typeof code === 'string') return code.slice(0, 60);
  const text = Buffer.from(body.subarray(0, 80)).toString().replaceAll(/\s+/g, ' ').trim();
  if (/[\p{Cc}\uFFFD]/u.test(text)) {
    const encoding = headers['content-encoding'];
    return `${body.byteLength} bytes that are no text${encoding === undefined ? '' : `, encoded as ${encoding.slice(0, 20)}`}`;
  }
  return text === '' ? 'an empty body' : text;
};

const told = (location: string | undefined): string => (location === undefined ? '' : ` to ${location.slice(0, 200)}`);
