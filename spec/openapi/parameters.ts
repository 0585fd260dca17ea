/** Parameters and response headers, once among the components. */
import type { HeaderObject, ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { TSchema } from 'typebox';
import { operations } from '../operations.ts';
import { signature } from '../webhooks.ts';
import { citing, clausesUnder, leavingOpen, ours } from './extensions.ts';

export const parameters = (): Record<string, ParameterObject> => ({
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A value of your choice. Repeat a submit with the same value and you get the first job, charged once.',
    required: false,
    schema: { type: 'string' },
    example: '5b0c8a1e-order-1042',
    ...citing(clausesUnder(['limits.retry-safety-', 'endpoints.submit.idempotency-'])),
    ...leavingOpen([
      'idempotency-scope',
      'idempotency-retention',
      'idempotency-refusals',
      'idempotency-key-form',
      'resubmit-other-body',
    ]),
  },
  JobId: {
    name: 'job_id',
    in: 'path',
    description: 'Identifier of a job. Clients take the whole path from `status_url`.',
    required: true,
    schema: { type: 'string' },
    example: 'job_a1_7h3k9q2c',
    ...citing(clausesUnder(['resources.acknowledgement.status-url-', 'versioning.status-url-'])),
    ...leavingOpen(['id-form']),
  },
  Limit: {
    ...fromQuery('limit', operations.listUsage.query.properties.limit),
    ...citing(clausesUnder(['endpoints.usage.limit-', 'limits.usage-limit-'])),
    ...ours('usage-limit-over', 'usage-limit-zero'),
  },
  From: { ...fromQuery('from', operations.listUsage.query.properties.from), ...dated('from') },
  To: { ...fromQuery('to', operations.listUsage.query.properties.to), ...dated('to') },
  ServiceSignature: {
    name: signature.header,
    in: 'header',
    description: `Form \`${signature.form}\`. ${signature.algorithm} under the account's signing secret, over \`t\`, a full stop and the body's bytes as they arrived. A neutral name: the real header carries the brand.`,
    required: true,
    schema: { type: 'string', pattern: signature.pattern },
    example: 't=1767225602,v1=4f8bd5b7c1f0a5e3d2a96c0e7b1f4d8893a2c5e6f70b1d2e3c4a5968778695a4',
    ...citing(clausesUnder(['events.signature.', 'limits.webhook-signature-age'])),
    ...leavingOpen(['brand-header', 'signature-time', 'secret-form', 'secret-rotation']),
  },
});

/** The component that holds each query parameter. */
const queryComponents: { readonly [name: string]: string } = { limit: 'Limit', from: 'From', to: 'To' };

export const queryRefs = (query: { readonly [name: string]: TSchema }): ReferenceObject[] =>
  Object.keys(query).map((name) => {
    const component = queryComponents[name];
    if (component === undefined) throw new Error(`no component for the query parameter ${name}`);
    return parameterRef(component);
  });

export const parameterRef = (name: string): ReferenceObject => ({ $ref: `#/components/parameters/${name}` });

/** The document shows no response headers; this one is lawful and off by default. */
export const headers = (): Record<string, HeaderObject> => ({
  RetryAfter: {
    description: 'Seconds to wait. Not documented; this mock sends it only when that choice is made.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 30,
    ...ours('rate-limit-headers', 'capacity-retry-header'),
  },
});

export const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

function fromQuery(name: string, type: TSchema): ParameterObject {
  const { description, examples, ...schema } = { ...type } as Described;
  return { name, in: 'query', description, required: false, schema, example: examples[0] };
}

function dated(name: 'from' | 'to') {
  return {
    ...citing(clausesUnder([`endpoints.usage.${name}-`, `endpoints.usage-summary.${name}-`])),
    ...ours('date-filter', 'date-filter-unreadable', 'date-filter-reversed'),
  };
}

type Described = SchemaObject & { readonly description: string; readonly examples: readonly unknown[] };
