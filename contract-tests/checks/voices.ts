/** Voice profiles, and their previews. */
import { type Check, check } from '../check.ts';
import { voicesAnswer } from '../probes/reads.ts';
import { isObject, memberOf } from '../reading/members.ts';
import { isBrief } from '../sample.ts';
import type { Trial } from '../trial.ts';
import { isSuccess } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

const listed = async (t: Trial): Promise<readonly Seen[]> => {
  const exchange = await t.once(voicesAnswer);
  const { json } = exchange.answer ?? {};
  return Array.isArray(json) ? json.map((value: unknown) => ({ exchange, value })) : [];
};

export const voiceChecks: readonly Check[] = [
  check({
    id: 'voices.returns-array',
    title: 'GET /voices answers with an array',
    clauses: ['endpoints.voices.returns-array'],
    profile: 'smoke',
    run: async (t) => {
      const exchange = await t.once(voicesAnswer);
      t.expect('endpoints.voices.returns-array', isSuccess(exchange) && Array.isArray(exchange.answer?.json), {
        expected: 'a success with an array',
        at: exchange,
      });
    },
  }),
  check({
    id: 'voices.items-are-profiles',
    title: 'each item of GET /voices is a voice profile',
    clauses: ['endpoints.voices.items-are-profiles'],
    profile: 'smoke',
    run: async (t) => {
      for (const { exchange, value } of await listed(t)) {
        // What a profile has is judged member by member; here it is that there is one at all.
        t.expect('endpoints.voices.items-are-profiles', isObject(value), {
          expected: 'an object',
          actual: value,
          at: exchange,
        });
      }
    },
  }),
  ...fieldChecks(
    'voice-profile',
    'resources.voice-profile',
    'smoke',
    ['id', 'name', 'description', 'preview_url'],
    'string',
    listed,
  ),
  check({
    id: 'voice-profile.preview-url-audio',
    title: 'preview_url leads to sound',
    clauses: ['resources.voice-profile.preview-url-audio'],
    run: async (t) => {
      for (const { exchange, value } of (await listed(t)).slice(0, isBrief(t.run) ? 1 : 2)) {
        const url = memberOf(value, 'preview_url');
        if (typeof url !== 'string') {
          t.tried();
          continue;
        }
        const preview = await t.get(url);
        const type = preview.answer?.headers['content-type'] ?? '';
        t.expect(
          'resources.voice-profile.preview-url-audio',
          isSuccess(preview) && (preview.answer?.body.byteLength ?? 0) > 0 && !/json|html|text|image/.test(type),
          {
            expected: 'a sound',
            actual: `${preview.answer?.status ?? preview.failure} ${type}`,
            at: [exchange, preview],
          },
        );
      }
    },
  }),
];
