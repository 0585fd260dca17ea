/** The documents of the contract, each loaded when it is first asked for: none of them is needed to serve. */
import type { Catalogues } from './control/api.ts';

export const catalogues: Catalogues = {
  'openapi.json': async () => (await import('../spec/openapi.json', { with: { type: 'json' } })).default,
  'asyncapi.json': async () => (await import('../spec/asyncapi.json', { with: { type: 'json' } })).default,
  'clauses.json': async () => (await import('../spec/clauses.ts')).clauseList,
  'gaps.json': async () => (await import('../spec/gaps.ts')).gapList,
};
