/** The same for the flags of `test`, which stand below `test` in the file. */
import { Type } from 'typebox';
import { ranges } from '../options.ts';
import { type Setting, number, oneOf, oneOrMany, orOff, setting, text, yesOrNo } from './settings.ts';
import { reportFormats } from './test-flags.ts';

const address = Type.String({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^@]+$' });
const secret = Type.String({ minLength: 1 });
const mapOf = (value: object, names?: readonly string[]): object => ({
  type: 'object',
  additionalProperties: value,
  ...(names !== undefined && { propertyNames: { enum: names } }),
});
const ids = oneOrMany(text);

export const testSettings: { readonly [name: string]: Setting } = {
  url: setting(address, 'https://service.example/api/v1'),
  'api-key': setting(secret, 'the-key'),
  'control-url': setting(address, 'http://127.0.0.1:4870/__understudy'),
  'control-token': setting(secret, 'the-token'),
  'variants-from': setting(text, 'understudy.variants.json'),
  'second-api-key': setting(secret, 'another-key'),
  'revoked-api-key': setting(secret, 'a-revoked-key'),
  'low-balance-api-key': setting(secret, 'a-poor-key'),
  'webhook-secret': setting(secret, 'whsec_the-secret'),
  'webhook-receiver': setting({ anyOf: [{ const: 'loopback' }, address] }, 'loopback'),
  'webhook-port': setting(number(ranges.port), 0),
  'signature-header': setting(Type.String({ minLength: 1, maxLength: 100 }), 'Service-Signature'),
  input: setting(mapOf(text), { video: 'clip.mp4' }),
  'time-scale': setting(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }), 1),
  'rate-limit': setting(
    orOff({
      anyOf: [Type.Integer({ minimum: 1, maximum: 999_999 }), Type.String({ pattern: '^[0-9]{1,6}(/[msh])?$' })],
    }),
    '60/m',
  ),
  'allow-spend': yesOrNo,
  'budget-usd': setting(number(ranges.balance), 2),
  price: setting(mapOf({ type: ['number', 'string'] }), { avatar: '0.05/second' }),
  profile: setting(oneOf('smoke', 'standard', 'deep'), 'standard'),
  only: setting(ids, ['usage']),
  skip: setting(ids, ['limits.voice-clone-script-chars']),
  'dry-run': yesOrNo,
  seed: setting(number(ranges.seed), 1),
  replay: setting(text, 'a-token-that-a-report-gives'),
  strict: yesOrNo,
  'expected-failures': setting(text, 'expected-failures.yaml'),
  drift: setting({ type: ['boolean', 'string'] }, true),
  report: setting(mapOf(text, [...reportFormats, 'markdown']), { html: 'report.html' }),
};
