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
import { isFurther } from './further-members.ts';
import { memberClause } from './member-clause.ts';
import { refusalOf } from './refusals.ts';

export type Breach = { readonly side: 'mock' | 'deployment'; readonly clause: ClauseId };

/** A gap that covers it, or the breach that it is; undefined where the document says nothing about it, or lets both sides do so. */
export const governing = (contrast: Contrast): Breach | { readonly gap: GapId } | undefined => {
  const gap = openPoint(contrast);
  if (gap !== undefined) return { gap };
  const { mock, deployment } = contrast;
  const broken = clauseFor(contrast);
  for (const side of ['deployment', 'mock'] as const) {
    const clause = broken(side === 'mock' ? mock : deployment);
    if (clause !== undefined) return { side, clause };
  }
  return undefined;
};

/** The gap that covers it whatever either side does. */
const openPoint = (contrast: Contrast): GapId | undefined => {
  const { kind, operation, what, deployment } = contrast;
  switch (kind) {
    case 'close':
      return 'other-close-codes';
    case 'answer':
      // A link that serves longer than the mock's.
      if (operation === 'download') return isSuccess(deployment) ? 'link-lifetime' : undefined;
      // A limit that is none may be passed over.
      return what === 'answer to field:limit' ? 'usage-limit-over' : undefined;
    case 'member':
      return isFurther(contrast) ? 'extra-members' : undefined;
    case 'values':
      if (operation === 'getUsageSummary') return 'summary-body';
      return isFurther(contrast) ? 'extra-members' : undefined;
    case 'media-type':
      // Whoever downloads a result knows by its bytes what it is.
      return operation === 'download' ? 'response-headers' : undefined;
    case 'frames':
    case 'header':
      return undefined;
    default:
      return kind satisfies never;
  }
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
  const isLawful = what === 'answer' || what === 'answer to a repeat';
  const label = isLawful ? undefined : /^answer to (.+)$/.exec(what)?.[1];
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
  const clause = operation === 'webhook' ? 'events.content.body-json' : 'conventions.response-json';
  return (words) => (words.startsWith('application/json') ? undefined : clause);
};

const existing = (id: string): ClauseId | undefined => (Object.hasOwn(clauses, id) ? (id as ClauseId) : undefined);
