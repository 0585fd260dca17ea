/** The component schemas: every titled schema once, under its title, with references instead of copies. */
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { TSchema } from 'typebox';
import { ErrorBody, FlatError, ListError, NestedError } from '../schemas/error.ts';
import { Job, JobError, SubmitAcknowledgement } from '../schemas/job.ts';
import { Balance, Rate, RateCard, Usage, UsageRecord, UsageSummary } from '../schemas/money.ts';
import { LiveSwapSession, LiveSwapSessionBody, VoiceSession, VoiceSessionBody } from '../schemas/sessions.ts';
import { submitBodies } from '../schemas/submits.ts';
import { Upload } from '../schemas/upload.ts';
import { VoiceProfile, Voices } from '../schemas/voices.ts';
import { WebhookDelivery } from '../schemas/webhook.ts';
import { examplesOf } from './examples.ts';
import { citing, clausesUnder, leavingOpen } from './extensions.ts';
import { schemaBacking } from './schema-backing.ts';

/** Every schema that a request, an answer or a webhook uses. The frames of the sockets are in the AsyncAPI document. */
const schemas: readonly TSchema[] = [
  Upload,
  ...Object.values(submitBodies),
  SubmitAcknowledgement,
  Job,
  JobError,
  LiveSwapSessionBody,
  LiveSwapSession,
  VoiceSessionBody,
  VoiceSession,
  VoiceProfile,
  Voices,
  Balance,
  UsageRecord,
  Usage,
  UsageSummary,
  Rate,
  RateCard,
  WebhookDelivery,
  NestedError,
  FlatError,
  ListError,
  ErrorBody,
];

/** The name of a schema among the components. */
export const titleOf = (schema: TSchema): string => {
  if (!('title' in schema) || typeof schema.title !== 'string') throw new Error('a component schema needs a title');
  return schema.title;
};

export const componentSchemas = (): Record<string, SchemaObject> =>
  Object.fromEntries(
    schemas.map((schema) => {
      const title = titleOf(schema);
      const { clauses, gaps } = schemaBacking(title);
      const named = {
        ...inlined(schema),
        examples: Object.values(examplesOf(schema)),
        ...citing(clausesUnder(clauses)),
        ...leavingOpen(gaps),
      };
      return [title, named];
    }),
  );

export const schemaRef = (schema: TSchema): ReferenceObject => ({ $ref: `#/components/schemas/${titleOf(schema)}` });

/** A copy of a schema's own level, in which every titled schema further down is a reference. */
const inlined = (schema: TSchema): SchemaObject =>
  Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, referring(value)]));

const titles = new Set(schemas.map(titleOf));

const referring = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  if ('title' in value && typeof value.title === 'string' && titles.has(value.title)) {
    return { $ref: `#/components/schemas/${value.title}` };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referring(inner)]));
};
