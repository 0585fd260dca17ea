/** The path items, made from the operations. */
import type { OperationObject, PathsObject, RequestBodyObject } from 'openapi3-ts/oas31';
import { clausesOf, type Operation, type OperationId, operations } from '../operations.ts';
import { citing, leavingOpen } from './extensions.ts';
import { notes } from './notes.ts';
import { parameterRef, queryRefs } from './parameters.ts';
import { responsesOf, withExamples } from './responses.ts';
import { uploadForm } from './upload-form.ts';
import { callbackRefs } from './webhooks.ts';

export const paths = (): PathsObject =>
  Object.fromEntries(
    operationList.map(([id, operation]) => [
      operation.path,
      { [operation.method.toLowerCase()]: operationObject(id, operation) },
    ]),
  );

/** No two operations share a path, so that each is a path item of its own. */
export const operationList = Object.entries(operations) as [OperationId, Operation][];

const operationObject = (id: OperationId, operation: Operation): OperationObject => {
  const body = bodyOf(operation);
  const parameters = parametersOf(operation);
  return {
    operationId: id,
    tags: [operation.tag],
    summary: operation.summary,
    description: notes[id].description,
    ...(!operation.authenticated && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(id, operation),
    ...(operation.job && { callbacks: callbackRefs }),
    ...citing(clausesOf(operation)),
    ...leavingOpen(notes[id].gaps),
  };
};

const bodyOf = (operation: Operation): RequestBodyObject | undefined => {
  if (operation.multipart) return { required: true, content: { 'multipart/form-data': uploadForm } };
  if (operation.body) return { required: true, content: { 'application/json': withExamples(operation.body) } };
  return undefined;
};

const parametersOf = (operation: Operation) => [
  ...(operation.path.includes('{job_id}') ? [parameterRef('JobId')] : []),
  ...(operation.job ? [parameterRef('IdempotencyKey')] : []),
  ...queryRefs(operation.query?.properties ?? {}),
];
