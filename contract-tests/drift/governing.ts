/**
 * Which clause or gap governs a difference of which no check told anything: by the operation, the member or the label of the request. The side
 * that is not as the clause says breaks it.
 */
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import { type HttpErrorCode, httpErrors } from '../../spec/errors.ts';
import type { GapId } from '../../spec/gaps.ts';
import { type Operation, operations } from '../../spec/operations.ts';
import { jobStatuses, webhookEvents } from '../../spec/vocabulary.ts';
import { ofTheMoment } from '../reading/refusal.ts';
import { isOperation } from './answers.ts';
import type { Contrast } from './contrast.ts';
import { memberClause } from './member-clause.ts';

export type Breach = { readonly side: 'mock' | 'deployment'; readonly clause: ClauseId };

/** A gap that covers it, or the breach that it is; undefined where the document says nothing about it, or lets both sides do so. */
export const governing = (contrast: Contrast): Breach | { readonly gap: GapId } | undefined => {
  if (contrast.kind === 'close') return { gap: 'other-close-codes' };
  const { operation, mock, deployment } = contrast;
  // A link that serves longer than the mock's.
  if (operation === 'download' && contrast.kind === 'answer' && isSuccess(deployment)) return { gap: 'link-lifetime' };
  const broken = clauseFor(contrast);
  for (const side of ['deployment', 'mock'] as const) {
    const clause = broken(side === 'mock' ? mock : deployment);
    if (clause !== undefined) return { side, clause };
  }
  return undefined;
};

/** The clause that a side breaks which does so; undefined for one that breaks none. */
type Broken = (words: string) => ClauseId | undefined;

const clauseFor = (contrast: Contrast): Broken => {
  switch (contrast.kind) {
    case 'member':
      return (words) => memberClause(contrast, words);
    case 'answer':
      return ofAnswer(contrast);
    case 'values':
      return ofValues(contrast);
    case 'frames':
      return ofFrames(contrast);
    case 'media-type':
      return ofMediaType(contrast);
    case 'header':
      return (words) =>
        contrast.operation === 'webhook' && contrast.name === 'signature' && words === 'absent'
          ? 'events.signature.header-present'
          : undefined;
    case 'close':
      return () => undefined;
    default:
      return contrast.kind satisfies never;
  }
};

const isSuccess = (words: string): boolean => /^2\d\d/.test(words);

const ofAnswer = ({ operation, what }: Contrast): Broken => {
  if (operation === 'download') return (words) => (isSuccess(words) ? undefined : 'service.result-downloadable');
  if (!isOperation(operation)) return () => undefined;
  const label = /^answer to (\S+)$/.exec(what)?.[1];
  const isLawful = what === 'answer' || what === 'answer to a repeat';
  const due = label === undefined ? undefined : refusalOf(label);
  if (due === undefined && !isLawful) return () => undefined;
  return (words) => {
    const [, status = '', code] = /^(\d{3})(?: (\S+))?$/.exec(words) ?? [];
    // Without an answer nothing is known.
    if (status === '') return undefined;
    if (due !== undefined) {
      if (isSuccess(words)) return due.trigger;
      return code === undefined || !due.codes.some((one) => one === code) ? due.trigger : statusClause(code, status);
    }
    if (isSuccess(words)) return undefined;
    // How things stand with a server or an account may lawfully be the reason.
    if (code !== undefined && ofCircumstances.has(code)) return statusClause(code, status);
    return mainClause(operation);
  };
};

/** Of a code of the document the clause on its status, if it comes with another. */
const statusClause = (code: string, status: string): ClauseId | undefined => {
  if (!Object.hasOwn(httpErrors, code) || httpErrors[code as HttpErrorCode].status === Number(status)) return undefined;
  return existing(`errors.${code.replaceAll('_', '-')}-status`);
};

/** They refuse what is lawful, now and then. */
const ofCircumstances: ReadonlySet<string> = new Set<HttpErrorCode>([...ofTheMoment, 'internal_error']);

type Due = { readonly codes: readonly HttpErrorCode[]; readonly trigger: ClauseId };

/** How what a request breaks has to be refused, where one answer is due. */
const refusalOf = (label: string): Due | undefined => {
  if (label.startsWith('field:')) return { codes: ['invalid_input'], trigger: 'errors.invalid-input-code' };
  return Object.hasOwn(refusals, label) ? refusals[label] : undefined;
};

const refusals: { readonly [label: string]: Due } = {
  'no-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-missing-key' },
  'unknown-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-unknown-key' },
  'revoked-key': { codes: ['unauthorized'], trigger: 'errors.unauthorized-revoked-key' },
  'not-json': { codes: ['invalid_input'], trigger: 'endpoints.submit.json-body' },
  'no-file': { codes: ['invalid_input'], trigger: 'endpoints.uploads.file-required' },
  'file-type': { codes: ['unsupported_format'], trigger: 'errors.unsupported-format-trigger' },
  'unknown-job': { codes: ['not_found'], trigger: 'errors.not-found-unknown-job' },
  'foreign-job': { codes: ['not_found'], trigger: 'errors.not-found-foreign-job' },
  balance: { codes: ['insufficient_balance'], trigger: 'errors.insufficient-balance-trigger' },
};

/** What a lawful request of an operation is answered with. */
const mainClause = (operation: string): ClauseId | undefined => {
  const { job }: Operation = operations[operation as keyof typeof operations];
  return job === undefined ? mains[operation] : existing(`endpoints.${job.endpoint}.queued-acknowledgement`);
};

const mains: { readonly [operation: string]: ClauseId } = {
  uploadFile: 'endpoints.uploads.returns-upload',
  getJob: 'endpoints.jobs.returns-job',
  createLiveSwapSession: 'endpoints.full-live-swap.returns-session',
  createVoiceSession: 'endpoints.voice-session.returns-session',
  listVoices: 'endpoints.voices.returns-array',
  getBalance: 'endpoints.balance.returns-balance',
  getPricing: 'endpoints.pricing.live-rates',
  listUsage: 'endpoints.usage.returns-array',
  getUsageSummary: 'endpoints.usage-summary.full-history',
};

/** Words that the document does not have. */
const ofValues = ({ operation, name, state = '' }: Contrast): Broken => {
  const isJob = operation === 'getJob' || operation === 'webhook';
  const isOdd = (known: readonly string[]): boolean => !known.includes(state);
  return (words) => {
    if (words !== 'seen') return undefined;
    if (isJob && name === 'status' && isOdd(jobStatuses)) return 'resources.job.status-enum';
    if (operation === 'webhook' && name === 'event' && isOdd(webhookEvents)) return 'events.content.event-enum';
    return operation.startsWith('submit') && name === 'status' && state !== 'queued'
      ? mainClause(operation)
      : undefined;
  };
};

const ofFrames = ({ operation, what }: Contrast): Broken => {
  if (operation !== 'voice stream') return () => undefined;
  return (words) => {
    if (what === 'first frame') return words === 'text' ? undefined : 'endpoints.voice-session.format-first';
    if (words !== 'none') return undefined;
    return what === 'text frames' ? 'endpoints.voice-session.format-text-json' : 'endpoints.voice-session.pass-through';
  };
};

const ofMediaType = ({ operation }: Contrast): Broken => {
  // What a result is, its bytes say.
  if (operation === 'download') return () => undefined;
  const clause = operation === 'webhook' ? 'events.content.body-json' : 'conventions.response-json';
  return (words) => (words.startsWith('application/json') ? undefined : clause);
};

const existing = (id: string): ClauseId | undefined => (Object.hasOwn(clauses, id) ? (id as ClauseId) : undefined);
