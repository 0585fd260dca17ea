/** Calls that do what the document leaves open: they are accepted, or refused with a code that fits. */
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Actor } from '../actor.ts';
import { formBeside, formOf } from '../form.ts';
import { textIn } from '../reading/members.ts';
import { codeIn, isRefusal } from '../reading/refusal.ts';
import type { Exchange } from '../wire/exchange.ts';
import { ask, calls, callsFor } from './calls.ts';

export type GapCall = {
  readonly gap: GapId;
  readonly says: string;
  readonly codes: readonly HttpErrorCode[];
  readonly exchange: Exchange;
  /** Which of the gap's values it shows; undefined where that cannot be told. */
  readonly value: string | undefined;
};

/** What an acceptance is called; a refusal is `refused`. */
const acceptances: { readonly [gap in GapId]?: string } = {
  'null-fields': 'as-absent',
  'unknown-fields': 'ignored',
  'callback-url-invalid': 'undelivered',
  'empty-body': 'as-object',
  'usage-limit-over': 'capped',
  'usage-limit-zero': 'empty',
  'date-filter-unreadable': 'ignored',
  'unknown-parameters': 'ignored',
  'empty-file': 'accepted',
  'extra-form-fields': 'ignored',
  'octet-stream-upload': 'by-name',
};

/** Those whose values are codes. */
const byCode: readonly GapId[] = ['unknown-voice', 'unknown-file-key', 'wrong-file-kind', 'empty-file'];

const valueOf = (gap: GapId, exchange: Exchange): string | undefined => {
  if (exchange.answer === undefined) return undefined;
  // Both scripts tell it together.
  if (gap === 'empty-script') return undefined;
  if (isRefusal(exchange)) return byCode.includes(gap) ? codeIn(exchange) : 'refused';
  if (gap === 'empty-prompt') return textIn(exchange, 'prompt') === '' ? 'kept' : 'as-omitted';
  return acceptances[gap];
};

const invalid = ['invalid_input'] as const;
const any400 = ['invalid_input', 'unsupported_format', 'input_too_large', 'capability_unavailable'] as const;

/** Of the sessions, which cost nothing, and of an avatar where it may be paid for. */
export const gapCalls = async (actor: Actor): Promise<readonly GapCall[]> => {
  const found: GapCall[] = [];
  const add = (gap: GapId, says: string, codes: readonly HttpErrorCode[], exchange: Exchange): void => {
    found.push({ gap, says, codes, exchange, value: valueOf(gap, exchange) });
  };
  const tryCall = async (
    name: string,
    gap: GapId,
    body: { readonly [name: string]: unknown },
    codes: readonly HttpErrorCode[] = invalid,
  ): Promise<void> => {
    // A submit without a file that exists costs nothing.
    const among = gap === 'unknown-file-key' ? calls : callsFor(actor);
    const call = among.find((one) => one.name === name);
    if (call === undefined) return;
    const says = `${name} with ${JSON.stringify(body)}`;
    add(gap, says, codes, await ask(actor, call, body, `gap:${gap}`));
  };
  const account = await actor.main();
  await tryCall('voice-session', 'null-fields', { duration_minutes: null });
  await tryCall('voice-session', 'null-fields', { voice_profile_id: null });
  await tryCall('full-live-swap', 'null-fields', { prompt: null });
  await tryCall('full-live-swap', 'null-fields', { tier: null });
  await tryCall('voice-session', 'unknown-fields', { speed: 2 });
  await tryCall('full-live-swap', 'unknown-fields', { Tier: 'standard' });
  await tryCall('full-live-swap', 'empty-prompt', { prompt: '' });
  await tryCall('voice-session', 'unknown-voice', { voice_profile_id: 'no-such-voice' }, [
    'invalid_input',
    'not_found',
  ]);
  await tryCall('avatar', 'unknown-voice', { voice_id: 'no-such-voice' }, ['invalid_input', 'not_found']);
  await tryCall('avatar', 'null-fields', { language: null });
  await tryCall('avatar', 'unknown-file-key', { image_key: 'no-such-file' }, ['invalid_input', 'not_found']);
  if (actor.run.purse.mayPay) {
    await tryCall('voice-clone', 'empty-script', { script: '' });
    await tryCall('voice-clone', 'empty-script', { script: '  ' });
    const [empty, blank] = found.slice(-2).map(({ exchange }) => !isRefusal(exchange));
    actor.run.observe('empty-script', empty === true ? 'accepted' : blank === true ? 'blank-accepted' : 'refused');
    const audio = await actor.file(account, 'audio');
    await tryCall('avatar', 'wrong-file-kind', { image_key: audio }, ['invalid_input', 'unsupported_format']);
    await tryCall('lip-sync', 'wrong-file-kind', { video_key: audio }, ['invalid_input', 'unsupported_format']);
    await tryCall('lip-sync', 'callback-url-invalid', { callback_url: 'not an address' });
  }
  const empty = await actor.call(account, 'createVoiceSession', { breaks: 'gap:empty-body' });
  add('empty-body', 'a voice session without a body', invalid, empty);
  for (const [gap, query] of [
    ['usage-limit-over', { limit: '501' }],
    ['usage-limit-zero', { limit: '0' }],
    ['date-filter-unreadable', { from: 'yesterday' }],
    ['unknown-parameters', { page: '2' }],
  ] as const) {
    const exchange = await actor.call(account, 'listUsage', { query, breaks: `gap:${gap}` });
    add(gap, `GET /usage with ${JSON.stringify(query)}`, invalid, exchange);
  }
  const { image } = actor.target.inputs;
  for (const [gap, says, codes, raw] of [
    ['empty-file', 'a file of no bytes', any400, formOf({ ...image, bytes: Buffer.alloc(0) })],
    ['extra-form-fields', 'a file with a text beside it', invalid, formBeside(image, 'title', 'A portrait.')],
    ['octet-stream-upload', 'a file of no content type', any400, formOf({ ...image, contentType: undefined })],
    [
      'octet-stream-upload',
      'a file of the generic type',
      any400,
      formOf({ ...image, contentType: 'application/octet-stream' }),
    ],
  ] as const) {
    add(gap, says, codes, await actor.call(account, 'uploadFile', { raw, breaks: `gap:${gap}` }));
  }
  return found;
};
