/** What may stand in a file of settings: for each flag of `start` the values that it takes, as a schema, and one to show. A test holds it against the flags. */
import { Type } from 'typebox';
import { wireGaps } from '../../spec/gaps.ts';
import { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { faultRulesMax } from '../fault-rules.ts';
import { defaults, ranges } from '../options.ts';
import { defaultPort } from './start.ts';

export type Setting = {
  readonly schema: object;
  /** The default, where there is one: a file that sets it changes nothing. */
  readonly example: unknown;
};

type Settings = { readonly [name: string]: Setting };

export const setting = (schema: object, example: unknown): Setting => ({ schema, example });

export const number = ({ min, max, whole }: { min: number; max: number; whole?: boolean }): object =>
  whole === true ? Type.Integer({ minimum: min, maximum: max }) : Type.Number({ minimum: min, maximum: max });
/** Everything but nothing: a number or a date is read as the text that it is. */
export const text: object = { type: ['string', 'number', 'boolean'], minLength: 1 };
export const oneOf = (...values: readonly string[]): object => Type.Enum([...values]);
export const orOff = (schema: object): object => ({ anyOf: [schema, { const: 'off' }] });
export const oneOrMany = (item: object): object => ({ anyOf: [item, { type: 'array', items: item, maxItems: 1_000 }] });
export const yesOrNo = setting(Type.Boolean(), true);

const host = Type.String({ pattern: '^([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])$' });

/** A value of a gap as YAML may have it: `200` is a number there, and `null` is null. */
const spellings = (value: string): readonly unknown[] =>
  /^(?:\d+|true|false|null)$/.test(value) ? [value, JSON.parse(value)] : [value];

const gaps = Object.fromEntries(
  Object.entries(wireGaps).map(([id, { question, values, default: usual }]) => [
    id,
    { description: question, enum: Object.keys(values).flatMap(spellings), default: usual },
  ]),
);

export const startSettings: Settings = {
  port: setting(number(ranges.port), defaultPort),
  host: setting(text, defaults.host),
  'allowed-host': setting(oneOrMany(host), ['mock.example']),
  'public-url': setting(Type.String({ pattern: '^https?://[^/@]+/?$' }), 'https://mock.example'),
  tls: yesOrNo,
  'tls-cert': setting(text, 'certificate.pem'),
  'tls-key': setting(text, 'key.pem'),
  seed: setting(number(ranges.seed), defaults.seed),
  clock: setting(Type.String({ pattern: '^(real|manual|[0-9.]+x)$' }), defaults.clock),
  start: setting(text, '2026-01-01T00:00:00Z'),
  'rate-limit': setting(orOff(number(ranges.rateLimit)), defaults.rateLimit),
  'job-time': setting(number(ranges.jobTime), 0.5),
  concurrency: setting(number(ranges.concurrency), defaults.concurrency),
  queue: setting(number(ranges.queue), defaults.queue),
  data: setting(text, '.understudy'),
  'database-url': setting(
    Type.String({ pattern: '^postgres(ql)?://' }),
    'postgres://user:password@127.0.0.1:5432/understudy',
  ),
  variant: setting({ type: 'object', properties: gaps, additionalProperties: false }, { 'error-body': 'nested' }),
  variants: setting(oneOf('shuffle'), 'shuffle'),
  'variants-from': setting(text, 'understudy.variants.json'),
  scenario: setting(text, 'low-balance'),
  'move-job-route': yesOrNo,
  'callback-allow': setting(oneOrMany(text), ['10.0.0.0/8']),
  'signature-time': setting(oneOf('wall', 'clock'), defaults.signatureTime),
  'signature-header': setting(Type.String({ minLength: 1, maxLength: 100 }), defaults.signatureHeader),
  'api-key': setting(text, 'my-own-key'),
  'webhook-secret': setting(text, 'whsec_my-own-secret'),
  balance: setting(number(ranges.balance), defaults.balance),
  'log-format': setting(oneOf('pretty', 'json'), 'pretty'),
  quiet: yesOrNo,
  verbose: yesOrNo,
  'ready-file': setting(text, 'ready.json'),
};

/** What is no flag, and can only stand in a file. */
export const faultsSetting = setting({ type: 'array', items: FaultRuleBody, maxItems: faultRulesMax }, [
  { when: { operation: 'getBalance', nth: 2 }, then: { fault: 'request-error', code: 'internal_error' } },
]);
