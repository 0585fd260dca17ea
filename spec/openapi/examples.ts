/** Example values: written where a schema has several faces, made from the examples of its fields otherwise. */
import type { TSchema } from 'typebox';
import { type HttpErrorCode, httpErrors } from '../errors.ts';
import { errorMessages } from './error-messages.ts';

type Examples = { readonly [name: string]: unknown };

/** The examples of a titled schema by name; never empty. */
export const examplesOf = (schema: TSchema): Examples => {
  const fields: Fields = schema;
  const written = fields.title === undefined ? undefined : table[fields.title];
  if (written !== undefined) return written;
  if (fields.properties === undefined) return { example: exampleOf(schema) };
  const least = members(fields.properties, fields.required ?? []);
  const full = members(fields.properties, Object.keys(fields.properties));
  return Object.keys(least).length === Object.keys(full).length ? { example: full } : { full, least };
};

/** One example of any schema. */
export const exampleOf = (schema: TSchema): unknown => {
  const fields: Fields = schema;
  if (fields.examples !== undefined) return fields.examples[0];
  const written = fields.title === undefined ? undefined : Object.values(table[fields.title] ?? {});
  if (written !== undefined && written.length > 0) return written[0];
  if (fields.properties !== undefined) return members(fields.properties, Object.keys(fields.properties));
  if (fields.items !== undefined) return [exampleOf(fields.items)];
  throw new Error('a schema without properties or items needs examples of its own');
};

/** The body that a code is shown with, in our default layout. */
export const errorExample = (code: HttpErrorCode) => ({ error: { code, message: errorMessages[code] } });

type Fields = {
  readonly title?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: { readonly [name: string]: TSchema };
  readonly required?: readonly string[];
  readonly items?: TSchema;
};

const members = (properties: { readonly [name: string]: TSchema }, names: readonly string[]) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => names.includes(name))
      .map(([name, property]) => [name, exampleOf(property)]),
  );

const id = 'job_a1_7h3k9q2c';
const jobs = {
  queued: { id, status: 'queued', output_url: null, charged_usd: 0, error: null },
  processing: { id, status: 'processing', output_url: null, charged_usd: 0, error: null },
  succeeded: {
    id,
    status: 'succeeded',
    output_url: `https://service.example/outputs/${id}?expires=1767312000&signature=5f2c`,
    charged_usd: 0.36,
    error: null,
  },
  failed: {
    id,
    status: 'failed',
    output_url: null,
    charged_usd: 0,
    error: { code: 'face_not_detected', message: 'No face was found in the source image.' },
  },
};

const delivered = { sent_at: '2026-01-01T00:00:02.000Z', delivery_id: 'dlv_a1_6f1g8y4u' };
const used = { charged_usd: 0.36, reason: null, created_at: '2026-01-01T00:00:00.000Z' };
const records = {
  succeeded: { id: 'use_a1_2p7t5r9j', endpoint: 'lip-sync', feature: 'lip_sync', status: 'succeeded', ...used },
  stoppedAtCap: {
    id: 'use_a1_9m4c1x6e',
    endpoint: 'full-live-swap/session',
    feature: 'full_live_swap',
    status: 'succeeded',
    ...used,
    charged_usd: 9,
    reason: 'session_limit_reached',
  },
};

const nested = errorExample('not_found');
const flat = { code: 'not_found', message: errorMessages.not_found };

const table: { readonly [title: string]: Examples } = {
  Job: jobs,
  WebhookDelivery: {
    succeeded: { event: 'job.succeeded', ...delivered, data: jobs.succeeded },
    failed: { event: 'job.failed', ...delivered, data: jobs.failed },
  },
  UsageRecord: records,
  Usage: { records: Object.values(records), none: [] },
  VoiceSession: {
    example: {
      session_id: 'sess_a1_5e9f3k7p',
      stream_url: 'wss://service.example/streams/sess_a1_5e9f3k7p',
      session_token: 'rt_a1_2b6m9d4h',
      max_duration_sec: 600,
      max_cost_usd: 1.2,
    },
  },
  NestedError: { nested },
  FlatError: { flat },
  ListError: { list: { errors: [flat] } },
  ErrorBody: { nested, flat, list: { errors: [flat] } },
};

export const errorCodes = Object.keys(httpErrors) as HttpErrorCode[];
