/** Answers: the success of each operation, and its errors by status, with an example for each code. */
import type { MediaTypeObject, ReferenceObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import type { TSchema } from 'typebox';
import { type HttpErrorCode, httpErrors } from '../errors.ts';
import { wireGaps } from '../gaps.ts';
import { commonErrors, type Operation, type OperationId } from '../operations.ts';
import { ErrorBody } from '../schemas/error.ts';
import { errorCodes, errorExample, examplesOf } from './examples.ts';
import { citing, clausesUnder, leavingOpen, ours } from './extensions.ts';
import { linksOf } from './links.ts';
import { retryAfter } from './parameters.ts';
import { schemaRef } from './schemas.ts';

export const responsesOf = (id: OperationId, operation: Operation): ResponsesObject => {
  const success = { $ref: `#/components/responses/${successName(id)}` };
  const refusals = [...codesByStatus(operation)].map(([status, codes]) => [status, refusal(codes)]);
  return {
    // The same answer under each code that the gap names: some client generators read no range and would type it `never`.
    ...Object.fromEntries(likelyCodes(operation).map((code) => [code, success])),
    '2XX': success,
    ...Object.fromEntries(refusals),
    default: { $ref: '#/components/responses/AnyError' },
  };
};

/** The success of each operation. The document shows no codes, so any of them is promised and ours is only named. */
export const successResponses = (all: readonly (readonly [OperationId, Operation])[]) =>
  Object.fromEntries(all.map(([id, operation]) => [successName(id), succeeded(id, operation)]));

const succeeded = (id: OperationId, operation: Operation): ResponseObject => {
  const links = linksOf(id, operation);
  return {
    description: `Success: any \`2XX\`, for no code is documented. ${describing(operation.response)}`,
    content: { 'application/json': withExamples(operation.response) },
    ...(links && { links }),
    ...leavingOpen([operation.status ?? 'read-status']),
    'x-understudy-default': Number(wireGaps[operation.status ?? 'read-status'].default),
  };
};

/** What the mock can answer with, by choice. */
const likelyCodes = ({ status = 'read-status' }: Operation): readonly string[] => Object.keys(wireGaps[status].values);

/** `getJob` is `GetJobSuccess` among the components. */
const successName = (id: OperationId): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Success`;

export const withExamples = (schema: TSchema): MediaTypeObject => ({
  schema: schemaRef(schema),
  examples: Object.fromEntries(Object.entries(examplesOf(schema)).map(([name, value]) => [name, { value }])),
});

/** A status with one code is a component; one with several codes is written where it stands. */
const refusal = (codes: readonly HttpErrorCode[]): ResponseObject | ReferenceObject => {
  const [only, ...others] = codes;
  if (only !== undefined && others.length === 0) return { $ref: `#/components/responses/${componentName(only)}` };
  return refused(codes);
};

const refused = (codes: readonly HttpErrorCode[]): ResponseObject => ({
  description: codes.map((code) => `\`${code}\`: ${httpErrors[code].trigger}`).join(' '),
  ...(codes.some((code) => [429, 503].includes(httpErrors[code].status)) && { headers: retryAfter }),
  content: {
    'application/json': {
      schema: schemaRef(ErrorBody),
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
  'x-codes': [...codes],
  ...citing(codes.flatMap((code) => clausesUnder([`errors.${code.replaceAll('_', '-')}-`]))),
  ...ours('error-body'),
});

export const errorExamples = () =>
  Object.fromEntries(
    errorCodes.map((code) => [code, { summary: `${httpErrors[code].status} ${code}`, value: errorExample(code) }]),
  );

/** `default`, and a component for every code that some operation has alone on its status. */
export const errorResponses = (all: readonly Operation[]): Record<string, ResponseObject> => {
  const alone = all.flatMap((operation) =>
    [...codesByStatus(operation).values()].filter((codes) => codes.length === 1),
  );
  return {
    AnyError: {
      description: 'Any other error has a stable `code` and a `message` for people; the layout around them is ours.',
      content: { 'application/json': withExamples(ErrorBody) },
      ...citing(clausesUnder(['errors.code-present', 'errors.message-present'])),
      ...ours('error-body'),
    },
    ...Object.fromEntries([...new Set(alone.flat())].map((code) => [componentName(code), refused([code])])),
  };
};

/** The codes of an operation by status, as its own list and the common one have them. */
const codesByStatus = (operation: Operation): Map<number, HttpErrorCode[]> => {
  // A public operation has no key to refuse.
  const common = commonErrors.filter((code) => operation.authenticated || code !== 'unauthorized');
  const byStatus = new Map<number, HttpErrorCode[]>();
  for (const code of [...operation.errors, ...common]) {
    const { status } = httpErrors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
};

/** `insufficient_balance` is `InsufficientBalance` among the components. */
const componentName = (code: HttpErrorCode): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const describing = (schema: TSchema): string =>
  'description' in schema && typeof schema.description === 'string' ? schema.description : '';
