/** The flags of `understudy test`. Only readers of flags are imported here: the judge itself is loaded when it is called. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { signature } from '../../spec/webhooks.ts';
import { ranges } from '../options.ts';
import { readHeaderName, readNumber, readText } from './flags.ts';
import { InvalidSecret } from './wrong-usage.ts';

export type TestFlags = {
  readonly url?: string;
  readonly apiKey?: string;
  readonly controlUrl?: string;
  readonly controlToken?: string;
  readonly secondApiKey?: string;
  readonly revokedApiKey?: string;
  readonly lowBalanceApiKey?: string;
  readonly webhookSecret?: string;
  readonly webhookReceiver?: string;
  readonly webhookPort: number;
  readonly signatureHeader: string;
  readonly input?: { readonly [role: string]: string };
  readonly timeScale: number;
  readonly rateLimit: number | 'off';
  readonly allowSpend?: boolean;
  readonly budgetUsd?: number;
  readonly price?: { readonly [feature: string]: Price };
  readonly profile: 'smoke' | 'standard' | 'deep';
  readonly dryRun?: boolean;
  readonly strict?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly seed: number;
  readonly replay?: string;
  readonly expectedFailures?: string;
  readonly variantsFrom?: string;
  /** Where what was seen of the gaps is written; true for the usual file. */
  readonly drift?: string | true;
  readonly report?: { readonly [format: string]: string };
  readonly config?: string;
};

export type Price = { readonly usd: number; readonly unit: string };

export const reportFormats = ['json', 'junit', 'html', 'md'] as const;
const roles = 'video, image, face, audio, voice, face_not_detected, content_rejected, processing_failed';
const priceUnits = ['call', 'second', 'minute', 'image', '1000_characters'];

const secret = (flag: string, text: string, variable: string): Option =>
  new Option(flag, text).argParser(readSecret(flag.split(' ', 1)[0] ?? flag)).env(variable);

/** What can stand in a header; unlike other values it is never shown where it is wrong. */
const readSecret =
  (flag: string) =>
  (text: string): string => {
    // A webhook secret stands in no header, so it may be any text.
    if (flag === '--webhook-secret' ? text === '' : !/^[\x21-\x7e]{1,256}$/.test(text)) {
      throw new InvalidSecret(`The value of ${flag} must be 1 to 256 visible ASCII characters without spaces.`);
    }
    return text;
  };

export const addTestFlags = (command: Command): Command =>
  command
    .optionsGroup('What is judged (without --url a mock in this process):')
    .addOption(
      new Option('--url <base-url>', 'base URL of the service; it ends with /api/v1')
        .argParser(readBaseUrl)
        .env('UNDERSTUDY_URL'),
    )
    .addOption(secret('--api-key <key>', 'its API key', 'UNDERSTUDY_API_KEY'))
    .addOption(
      new Option(
        '--control-url <url>',
        'control API of a running mock: it makes accounts, moves the clock, decides outcomes',
      )
        .argParser(readBaseUrl)
        .env('UNDERSTUDY_CONTROL_URL'),
    )
    .addOption(secret('--control-token <token>', 'its token', 'UNDERSTUDY_CONTROL_TOKEN'))
    .addOption(
      new Option(
        '--variants-from <file>',
        'lawful behaviour of the mock in this process, as --drift writes it',
      ).argParser(readText),
    )
    .optionsGroup('What else it is given:')
    .addOption(secret('--second-api-key <key>', 'of another account', 'UNDERSTUDY_SECOND_API_KEY'))
    .addOption(secret('--revoked-api-key <key>', 'a key that was revoked', 'UNDERSTUDY_REVOKED_API_KEY'))
    .addOption(secret('--low-balance-api-key <key>', 'of an account that cannot pay', 'UNDERSTUDY_LOW_BALANCE_API_KEY'))
    .addOption(secret('--webhook-secret <secret>', 'with which its webhooks are signed', 'UNDERSTUDY_WEBHOOK_SECRET'))
    .addOption(
      new Option(
        '--webhook-receiver <where>',
        'how webhooks reach us: loopback, or the public URL that leads to --webhook-port',
      ).argParser(readReceiver),
    )
    .addOption(
      new Option('--webhook-port <n>', 'port to receive them on, 0 for a free one')
        .argParser(readNumber(ranges.port))
        .default(0),
    )
    .addOption(
      new Option('--signature-header <name>', 'header that their signature stands in')
        .argParser(readHeaderName)
        .default(signature.header),
    )
    .addOption(new Option('--input <role=file...>', `files of your own: ${roles}`).argParser(readInput))
    .addOption(
      new Option('--time-scale <n>', 'its webhook ladder runs so many times faster than documented')
        .argParser(readScale)
        .default(1),
    )
    .optionsGroup('Rate and money:')
    .addOption(
      new Option('--rate-limit <rate>', 'requests, such as 60/m or 2/s, or off')
        .argParser(readPace)
        .default(60, '60/m'),
    )
    .option('--allow-spend', 'send what costs money; it needs a budget')
    .addOption(new Option('--budget-usd <usd>', 'the most that may be spent').argParser(readNumber(ranges.balance)))
    .addOption(
      new Option(
        '--price <feature=usd...>',
        'a price that GET /pricing does not show in a form we can read, of a call or with its unit: avatar=0.05/second',
      ).argParser(readPrice),
    )
    .optionsGroup('How much is judged:')
    .addOption(
      new Option('--profile <profile>', 'smoke: at most 60 requests and nothing paid')
        .choices(['smoke', 'standard', 'deep'])
        .default('standard'),
    )
    .addOption(new Option('--only <id...>', 'checks, clauses or sections').argParser(readIds))
    .addOption(new Option('--skip <id...>', 'not these').argParser(readIds))
    .option('--dry-run', 'print plan, requests and price, and end')
    .addOption(new Option('--seed <n>', 'draws are a function of it').argParser(readNumber(ranges.seed)).default(1))
    .addOption(
      new Option('--replay <token>', 'one check again, or one random case of it, as a report says').argParser(readText),
    )
    .optionsGroup('What counts, and where it is told:')
    .option(
      '--strict',
      'what of the profile was not put to the proof counts as a finding, if a must-clause rests on it',
    )
    .addOption(
      new Option('--expected-failures <file>', 'findings that are known, each with reason and expiry').argParser(
        readText,
      ),
    )
    .addOption(
      new Option(
        '--drift [file]',
        'compare with the mock, and write what the target does where the document leaves it open (to understudy.variants.json)',
      ),
    )
    .addOption(
      new Option('--report <format=file...>', `write ${reportFormats.join(', ')}; "-" is standard output`).argParser(
        readReport,
      ),
    )
    .addOption(
      new Option(
        '--config <file>',
        'flags in a file, without their dashes, below "test" or alone (default: below "test" in understudy.config.json, .yaml or .yml)',
      ).argParser(readText),
    );

const readBaseUrl = (text: string): string => {
  if (/\/\/[^/]*@/.test(text)) throw new InvalidSecret('A URL must be without user name and password.');
  if (!/^https?:\/\/[^/?#\s]+[^?#\s]*$/i.test(text) || !URL.canParse(text)) {
    throw new InvalidArgumentError('It must be an http or https address, such as https://service.example/api/v1.');
  }
  return text.replace(/\/+$/, '');
};

const readReceiver = (text: string): string => (text === 'loopback' ? text : readBaseUrl(text));

/** How many times as fast. */
export const readScale = (text: string): number => {
  const value = readNumber({ min: 0, max: 1e6 })(text);
  if (value <= 0) throw new InvalidArgumentError('It must be more than 0.');
  return value;
};

/** Requests a minute. */
const readPace = (text: string): number | 'off' => {
  if (text === 'off') return 'off';
  const [, count, per = 'm'] = /^(\d{1,6})(?:\/([msh]))?$/.exec(text) ?? [];
  const minutes = { s: 1 / 60, m: 1, h: 60 }[per] ?? 1;
  const rate = Math.floor(Number(count) / minutes);
  if (count === undefined || rate < 1)
    throw new InvalidArgumentError('It must be a rate, such as 60/m or 2/s, or off.');
  return rate;
};

const pair = (text: string, example: string): readonly [string, string] => {
  const [, name, value] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError(`It must be such as ${example}.`);
  return [name, value];
};

const readInput = (
  text: string,
  before: { readonly [role: string]: string } = {},
): { readonly [role: string]: string } => {
  const [role, file] = pair(text, 'video=clip.mp4');
  if (!roles.split(', ').includes(role)) throw new InvalidArgumentError(`A role is one of ${roles}.`);
  return { ...before, [role]: file };
};

const readPrice = (
  text: string,
  before: { readonly [feature: string]: Price } = {},
): { readonly [feature: string]: Price } => {
  const [feature, price] = pair(text, 'avatar=0.05/second');
  const [, usd = '', unit = 'call'] = /^([\d.]+)(?:\/(\w+))?$/.exec(price) ?? [];
  if (!priceUnits.includes(unit)) throw new InvalidArgumentError(`A unit is one of ${priceUnits.join(', ')}.`);
  return { ...before, [feature]: { usd: readNumber(ranges.balance)(usd), unit } };
};

export const readIds = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
];

/** Files by their formats; several pairs may stand behind one flag, with commas between them. */
export const readReport = (
  text: string,
  before: { readonly [format: string]: string } = {},
): { readonly [format: string]: string } =>
  text.split(/,(?=\w+=)/).reduce((all, part) => {
    const [format, file] = pair(part, 'json=report.json');
    const known = format === 'markdown' ? 'md' : format;
    if (!reportFormats.some((one) => one === known)) {
      throw new InvalidArgumentError(`A format is one of ${reportFormats.join(', ')}.`);
    }
    if (known in all) throw new InvalidArgumentError(`A format goes to one file, and ${known} has one.`);
    return { ...all, [known]: file };
  }, before);
