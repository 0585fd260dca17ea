/** The schemas: bodies that are accepted and bodies that are refused, at the edges of each rule. */
import { expect, test } from 'vitest';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { limits } from './limits.ts';
import { ErrorBody } from './schemas/error.ts';
import { Job, SubmitAcknowledgement } from './schemas/job.ts';
import { Balance, RateCard, Usage, UsageRecord } from './schemas/money.ts';
import {
  AudioFormat,
  LiveSwapSession,
  LiveSwapSessionBody,
  VoiceSession,
  VoiceSessionBody,
} from './schemas/sessions.ts';
import { AvatarBody, CharacterSwapBody, FaceSwapImageBody, LipSyncBody, VoiceCloneBody } from './schemas/submits.ts';
import { Upload } from './schemas/upload.ts';
import { Voices } from './schemas/voices.ts';
import { WebhookDelivery } from './schemas/webhook.ts';

const id = 'job_1';
const error = { code: 'processing_failed', message: 'The render broke off.' };
const done = { id, status: 'succeeded', output_url: 'https://service.example/o', charged_usd: 0.36, error: null };
const failed = { id, status: 'failed', output_url: null, charged_usd: 0, error };
const keys = { video_key: 'v', audio_key: 'a' };
const delivered = { sent_at: '2026-01-01T00:00:00Z', delivery_id: 'd' };
const session = {
  session_id: 's',
  stream_url: 'wss://x.example/s',
  session_token: 'rt_1',
  max_duration_sec: 60,
  max_cost_usd: 1,
};
const money = { balance_usd: 1, total_spent_usd: 0, total_topped_up_usd: 1 };
const spent = { spent_this_week_usd: 0, spent_this_month_usd: 0, spent_this_year_usd: 0 };
const record = {
  id: 'u',
  endpoint: 'lip-sync',
  feature: 'lip_sync',
  status: 'succeeded',
  charged_usd: 1,
  reason: null,
};
const used = { ...record, created_at: '2026-01-01T00:00:00.000Z' };
const chars = (count: number) => 'x'.repeat(count);
const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));

const accepted: [string, TSchema, unknown][] = [
  ['an upload', Upload, { file_key: 'f', url: 'https://service.example/f' }],
  ['a queued job with nulls', Job, { id, status: 'queued', output_url: null, charged_usd: 0, error: null }],
  ['a processing job with nothing more', Job, { id, status: 'processing' }],
  ['a queued job with an empty link', Job, { id, status: 'queued', output_url: '', charged_usd: 0, error: null }],
  ['a succeeded job', Job, done],
  ['a succeeded job without error, when polled', Job, without(done, 'error')],
  ['a failed job', Job, failed],
  ['a failed job that shows no link and no charge', Job, { id, status: 'failed', error }],
  ['a job with a member that we do not know', Job, { ...done, object: 'job' }],
  ['an error code that we do not know', Job, { ...failed, error: { ...error, code: 'new_code' } }],
  ['an acknowledgement', SubmitAcknowledgement, { id, status: 'queued', status_url: '/api/v1/jobs/job_1' }],
  [
    'an acknowledgement of a finished job, on a repeat',
    SubmitAcknowledgement,
    { id, status: 'failed', status_url: '/x' },
  ],
  ['a webhook of success', WebhookDelivery, { event: 'job.succeeded', ...delivered, data: done }],
  ['a webhook of failure', WebhookDelivery, { event: 'job.failed', ...delivered, data: failed }],
  ['a lip sync without options', LipSyncBody, keys],
  ['a lip sync with a resolution', LipSyncBody, { ...keys, output_resolution_p: 1080 }],
  ['a lip sync with a field that we do not know', LipSyncBody, { ...keys, colour: 'blue' }],
  ['a character swap in 2k', CharacterSwapBody, { video_key: 'v', character_key: 'c', resolution: '2k' }],
  ['an avatar with the longest script', AvatarBody, { image_key: 'i', script: chars(limits.avatarScriptCharsMax) }],
  ['a voice clone with the longest script', VoiceCloneBody, { voice_key: 'v', script: chars(45_000) }],
  ['a live swap of 1 minute', LiveSwapSessionBody, { duration_minutes: 1 }],
  [
    'a live swap of 240 minutes',
    LiveSwapSessionBody,
    { duration_minutes: 240, tier: 'standard', prompt: chars(2_000) },
  ],
  ['a voice session of all defaults', VoiceSessionBody, {}],
  ['a voice session of 120 minutes', VoiceSessionBody, { duration_minutes: 120, voice_profile_id: 'p' }],
  ['a live swap session', LiveSwapSession, { ...session, prompt: 'Swap.' }],
  ['a voice session', VoiceSession, session],
  ['a format frame', AudioFormat, { sample_rate: 24_000, chunk_frames: 480 }],
  ['no voices', Voices, []],
  ['a balance', Balance, { ...money, ...spent }],
  ['a usage record', UsageRecord, used],
  ['a usage record of a session at its cap', UsageRecord, { ...used, reason: 'session_limit_reached' }],
  ['an empty usage log', Usage, []],
  ['a rate card', RateCard, { full_live_swap: { unit: 'second', usd: 0.005 } }],
  ['a nested error', ErrorBody, { error }],
  ['a flat error', ErrorBody, error],
  ['an error among problem details', ErrorBody, { type: 'about:blank', title: 'Bad', status: 400, ...error }],
  ['a list of errors', ErrorBody, { errors: [error] }],
];

const refused: [string, TSchema, unknown][] = [
  ['an upload without its key', Upload, { url: 'https://service.example/f' }],
  ['a job in a state of its own', Job, { ...done, status: 'done' }],
  ['a job without an id', Job, without(done, 'id')],
  ['a succeeded job without a link', Job, without(done, 'output_url')],
  ['a succeeded job with a null link', Job, { ...done, output_url: null }],
  ['a succeeded job that does not say its charge', Job, without(done, 'charged_usd')],
  ['a succeeded job with an error', Job, { ...done, error }],
  ['a failed job with a null error', Job, { ...failed, error: null }],
  ['a failed job without an error', Job, without(failed, 'error')],
  ['an error without a message', Job, { ...failed, error: { code: 'processing_failed' } }],
  ['a charge in words', Job, { ...done, charged_usd: '0.36' }],
  ['an acknowledgement without its path', SubmitAcknowledgement, { id, status: 'queued' }],
  ['a webhook of an event that does not exist', WebhookDelivery, { event: 'job.queued', ...delivered, data: done }],
  [
    'a webhook without its delivery id',
    WebhookDelivery,
    { event: 'job.failed', sent_at: delivered.sent_at, data: failed },
  ],
  ['a lip sync without audio', LipSyncBody, { video_key: 'v' }],
  ['a lip sync in 719 lines', LipSyncBody, { ...keys, output_resolution_p: 719 }],
  ['a lip sync with a resolution in quotes', LipSyncBody, { ...keys, output_resolution_p: '720' }],
  ['a lip sync with a null option', LipSyncBody, { ...keys, callback_url: null }],
  ['a callback address that is a number', FaceSwapImageBody, { image_key: 'i', face_key: 'f', callback_url: 1 }],
  ['a character swap in 4k', CharacterSwapBody, { video_key: 'v', character_key: 'c', resolution: '4k' }],
  ['an avatar with one character too many', AvatarBody, { image_key: 'i', script: chars(5_001) }],
  ['a voice clone with one character too many', VoiceCloneBody, { voice_key: 'v', script: chars(45_001) }],
  ['a live swap without a duration', LiveSwapSessionBody, {}],
  ['a live swap of 0 minutes', LiveSwapSessionBody, { duration_minutes: 0 }],
  ['a live swap of 241 minutes', LiveSwapSessionBody, { duration_minutes: 241 }],
  ['a live swap of half a minute more', LiveSwapSessionBody, { duration_minutes: 1.5 }],
  ['a live swap on a tier of its own', LiveSwapSessionBody, { duration_minutes: 1, tier: 'gold' }],
  ['a live swap with a prompt too long', LiveSwapSessionBody, { duration_minutes: 1, prompt: chars(2_001) }],
  ['a voice session of 121 minutes', VoiceSessionBody, { duration_minutes: 121 }],
  ['a session whose token has another prefix', VoiceSession, { ...session, session_token: 'tok_1' }],
  ['a session with a fraction of a second', VoiceSession, { ...session, max_duration_sec: 60.5 }],
  ['a live swap session that hides its prompt', LiveSwapSession, session],
  ['a format frame with a fraction', AudioFormat, { sample_rate: 24_000.5, chunk_frames: 480 }],
  ['voices in an object', Voices, { voices: [] }],
  ['a balance without the week', Balance, { ...money, ...without(spent, 'spent_this_week_usd') }],
  ['a usage record with a reason of its own', UsageRecord, { ...used, reason: 'because' }],
  ['a usage record without its reason', UsageRecord, without(used, 'reason')],
  ['an error without a code', ErrorBody, { error: { message: 'No.' } }],
];

test.each(accepted)('%s is accepted', (_what, schema, body) => {
  expect(Compile(schema).Check(body)).toBe(true);
});

test.each(refused)('%s is refused', (_what, schema, body) => {
  expect(Compile(schema).Check(body)).toBe(false);
});
