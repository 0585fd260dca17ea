/** How a request that breaks a constraint on purpose has to be refused, by its label, where one answer is due. */
import type { ClauseId } from '../../spec/clauses.ts';
import type { HttpErrorCode } from '../../spec/errors.ts';
import { constraintsOf } from '../lawful/requests.ts';
import { codesDue } from '../reading/refusal.ts';

export type Due = { readonly codes: readonly HttpErrorCode[]; readonly trigger: ClauseId };

/** @param label as in `answer to no-key + unknown-file-key`: beside the constraint there may be told that nothing can come of the request */
export const refusalOf = (label: string): Due | undefined => {
  const [constraint = ''] = constraintsOf(label);
  const due = constraint.startsWith('field:') ? ofFields : refusals[constraint];
  return due && { ...due, codes: codesDue({ breaks: label }, due.codes) };
};

const ofFields: Due = { codes: ['invalid_input'], trigger: 'errors.invalid-input-code' };

const refusals: { readonly [label: string]: Due | undefined } = {
  'no-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-missing-key' },
  'unknown-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-unknown-key' },
  'revoked-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-revoked-key' },
  'no-fields': { codes: ['invalid_input'], trigger: 'errors.invalid-input-missing-field' },
  'not-json': { codes: ['invalid_input'], trigger: 'endpoints.submit.json-body' },
  'fields-in-query': { codes: ['invalid_input'], trigger: 'endpoints.submit.json-body' },
  'no-file': { codes: ['invalid_input', 'unsupported_format'], trigger: 'endpoints.uploads.file-required' },
  'not-form': { codes: ['invalid_input', 'unsupported_format'], trigger: 'endpoints.uploads.file-required' },
  'file-as-text': { codes: ['invalid_input', 'unsupported_format'], trigger: 'endpoints.uploads.file-is-file' },
  'file-type': { codes: ['unsupported_format'], trigger: 'errors.unsupported-format-trigger' },
  'file-size': { codes: ['input_too_large'], trigger: 'errors.input-too-large-code' },
  'clip-length': { codes: ['input_too_large'], trigger: 'errors.input-too-large-duration-trigger' },
  'unknown-job': { codes: ['not_found'], trigger: 'errors.not-found-unknown-job' },
  'foreign-job': { codes: ['not_found'], trigger: 'errors.not-found-foreign-job' },
  balance: { codes: ['insufficient_balance'], trigger: 'errors.insufficient-balance-trigger' },
  capability: { codes: ['capability_unavailable'], trigger: 'errors.capability-unavailable-trigger' },
};
