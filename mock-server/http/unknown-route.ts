/** What a path gets that the document does not have, and a known one with another method (gap `unknown-route`). */
import type { GapChoices } from '../../spec/gaps.ts';
import { operations } from '../../spec/operations.ts';
import { basePath } from './base-path.ts';
import type { Witness } from './record.ts';
import type { Respond } from './respond.ts';

export const createUnknownRoute =
  (choices: GapChoices, respond: Respond) =>
  (method: string, path: string, witness?: Witness): Response => {
    const allowed = choices['unknown-route'] === '405' ? methodsOf(path) : '';
    const message = `there is no ${method} ${path.slice(0, 200)}`;
    return allowed === ''
      ? respond.refusal({ code: 'not_found', message }, undefined, undefined, witness)
      : respond.refusal({ code: 'not_found', message }, { allow: allowed }, 405, witness);
  };

/** The methods of a path for the header Allow; empty for a path that the document does not have. */
const methodsOf = (path: string): string => {
  const methods = Object.values(operations)
    .filter((operation) => formOf(operation.path).test(path))
    .map(({ method }) => (method === 'GET' ? 'GET, HEAD' : method));
  return [...new Set(methods)].join(', ');
};

const formOf = (path: string): RegExp => new RegExp(`^${basePath}${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
