/** Every error code of the document, with its status, what triggers it, and the clauses that say so. */
import type { ClauseId } from './clauses.ts';

type HttpError = { readonly status: number; readonly trigger: string; readonly clauses: readonly ClauseId[] };

/** Codes that answer an HTTP request. */
export const httpErrors = {
  unauthorized: {
    status: 401,
    trigger: 'The API key is missing, unknown or revoked.',
    clauses: ['errors.unauthorized-code', 'errors.unauthorized-status'],
  },
  insufficient_balance: {
    status: 402,
    trigger: 'The prepaid balance does not cover the call.',
    clauses: ['errors.insufficient-balance-code', 'errors.insufficient-balance-status'],
  },
  invalid_input: {
    status: 400,
    trigger: 'A field is missing, of the wrong type, or outside its limits.',
    clauses: ['errors.invalid-input-code', 'errors.invalid-input-status'],
  },
  unsupported_format: {
    status: 400,
    trigger: 'The type of an uploaded file is not accepted.',
    clauses: ['errors.unsupported-format-code', 'errors.unsupported-format-status'],
  },
  input_too_large: {
    status: 400,
    trigger: 'A file is over its limit of size or duration.',
    clauses: ['errors.input-too-large-code', 'errors.input-too-large-status'],
  },
  capability_unavailable: {
    status: 400,
    trigger: 'The capability is switched off.',
    clauses: ['errors.capability-unavailable-code', 'errors.capability-unavailable-status'],
  },
  not_found: {
    status: 404,
    trigger: 'The job does not exist or belongs to another account.',
    clauses: ['errors.not-found-code', 'errors.not-found-status'],
  },
  rate_limited: {
    status: 429,
    trigger: 'The caller sends faster than its request rate.',
    clauses: ['errors.rate-limited-code', 'errors.rate-limited-status'],
  },
  at_capacity: {
    status: 429,
    trigger: 'The platform is saturated for a moment.',
    clauses: ['errors.at-capacity-code', 'errors.at-capacity-status'],
  },
  capacity_unavailable: {
    status: 503,
    trigger: 'There is no capacity for a live session, or none on the chosen tier.',
    clauses: ['errors.capacity-unavailable-code', 'errors.capacity-unavailable-status'],
  },
  capacity_warming: {
    status: 503,
    trigger: 'Voice capacity is starting up.',
    clauses: ['errors.capacity-warming-code', 'errors.capacity-warming-status'],
  },
  internal_error: {
    status: 500,
    trigger: 'The service failed; nothing is billed.',
    clauses: ['errors.internal-error-code', 'errors.internal-error-status'],
  },
} as const satisfies Record<string, HttpError>;

export type HttpErrorCode = keyof typeof httpErrors;

/** Codes that never answer a request: they stand in `error.code` of a failed job and in its webhook. */
export const jobErrors = {
  face_not_detected: {
    meaning: 'There is no face in the input.',
    clauses: ['errors.face-not-detected-code', 'errors.face-not-detected-job-level'],
  },
  content_rejected: {
    meaning: 'The input failed a content check.',
    clauses: ['errors.content-rejected-code', 'errors.content-rejected-job-level'],
  },
  processing_failed: {
    meaning: 'The render did not complete.',
    clauses: ['errors.processing-failed-code', 'errors.processing-failed-job-level'],
  },
} as const satisfies Record<string, { meaning: string; clauses: readonly ClauseId[] }>;

export type JobErrorCode = keyof typeof jobErrors;
