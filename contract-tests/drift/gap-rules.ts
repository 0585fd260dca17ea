/**
 * To which point that the document leaves open a difference belongs, where that can be told by looking: by the operation, the member and the
 * register itself. The rest is found out by trying (`trials.ts`).
 */
import { type GapId, type WireGapId, gaps, wireGaps } from '../../spec/gaps.ts';
import { type Operation, operations } from '../../spec/operations.ts';
import { isOperation } from './answers.ts';
import type { Contrast } from './contrast.ts';
import { documentedIn } from './further-members.ts';

/** @param all the differences beside it */
export const gapOf = (contrast: Contrast, all: readonly Contrast[]): GapId | undefined => {
  switch (contrast.kind) {
    case 'answer':
      return ofAnswer(contrast, all);
    case 'header':
      return ofHeader(contrast);
    case 'media-type':
      return ofMediaType(contrast);
    case 'member':
      return ofMember(contrast, all);
    case 'values':
      return ofValues(contrast);
    case 'frames':
      return contrast.operation === 'live swap stream' ? 'live-swap-frames' : undefined;
    case 'close':
      return undefined;
    default:
      return contrast.kind satisfies never;
  }
};

/** The name that the register has for what a side does; undefined if words do not tell it. */
export const valueIn = (gap: GapId, words: string): string | undefined => {
  // A log shows it long after the check that made the job: it could not be found out by trying that check alone.
  if (gap === 'failed-job-reason') return words.includes('null') ? 'render-only' : 'render-failed';
  if (!(gap in wireGaps)) return undefined;
  return words.split(' ').find((word) => Object.hasOwn(wireGaps[gap as WireGapId].values, word));
};

const isSuccess = (words: string): boolean => /^2\d\d$/.test(words);

const ofAnswer = ({ operation, what, mock, deployment }: Contrast, all: readonly Contrast[]): GapId | undefined => {
  if (operation === 'an unknown route') return 'unknown-route';
  if (operation.endsWith('stream')) return 'socket-bad-token';
  if (isSuccess(mock) && isSuccess(deployment)) {
    const isAlways = all.some(
      (one) => one.operation === operation && one.what === 'answer' && one.deployment === deployment,
    );
    if (what === 'answer to a repeat' && !isAlways) return 'resubmit-status';
    return isOperation(operation) ? ((operations[operation] as Operation).status ?? 'read-status') : undefined;
  }
  if (operation === 'download') return isSuccess(mock) || isSuccess(deployment) ? undefined : 'link-expired';
  const open = /where (\S+) is open/.exec(what)?.[1] ?? /^answer to (\S+)$/.exec(what)?.[1] ?? '';
  if (open in gaps) return open as GapId;
  return open === 'file-kind' ? 'wrong-file-kind' : byCodes(mock, deployment);
};

/** Of the codes of two refusals both are values of a single gap. */
const byCodes = (mock: string, deployment: string): GapId | undefined => {
  const has = ([, { values }]: readonly [string, { readonly values: object }]): boolean =>
    [mock, deployment].every((words) =>
      words
        .split(' ')
        .slice(1)
        .some((code) => code in values),
    );
  const found = Object.entries(wireGaps).filter(has);
  return found.length === 1 ? (found[0]?.[0] as GapId) : undefined;
};

const ofHeader = ({ operation, name = '', state }: Contrast): GapId | undefined => {
  if (operation === 'webhook') return name === 'signature' ? undefined : 'webhook-headers';
  if (name.startsWith('ratelimit') || name.startsWith('x-ratelimit')) return 'rate-limit-headers';
  if (name === 'retry-after') return state === 'rate_limited' ? 'rate-limit-headers' : 'capacity-retry-header';
  if (name === 'www-authenticate') return 'authenticate-header';
  return name === 'allow' ? 'unknown-route' : 'response-headers';
};

const ofMediaType = ({ operation, mock, deployment }: Contrast): GapId | undefined => {
  const [ours = '', theirs = ''] = [mock, deployment].map((type) => type.replace(/;.*/, ''));
  if (operation === 'download') {
    const kind = ours.split('/')[0] ?? '';
    return theirs.startsWith(`${kind}/`) ? downloads[kind] : undefined;
  }
  if (ours !== theirs) return undefined;
  return operation === 'webhook' ? 'webhook-media-type' : 'json-media-type';
};

const downloads: { readonly [kind: string]: GapId } = {
  video: 'video-result',
  image: 'image-result',
  audio: 'voice-result',
};

const unfinished: readonly (string | undefined)[] = ['queued', 'processing'];

const ofMember = (contrast: Contrast, all: readonly Contrast[]): GapId | undefined => {
  const { operation, name = '', state, what, mock, deployment } = contrast;
  if (operation === 'any refusal') return 'error-body';
  const isExtra = [mock, deployment].includes('absent') && !documentedIn(operation).has(name);
  if (ofOpenLayout.includes(operation)) {
    // More beside the same is an extra; else the layout is another.
    if (isExtra && all.every((one) => one.operation !== operation || one.kind !== 'member' || one.mock === 'absent')) {
      return 'extra-members';
    }
    if (operation === 'getUsageSummary') return 'summary-body';
    // Layout and fields of the rate card are two gaps: which it is, is found out by trying.
    return what === 'body' ? 'pricing-body' : undefined;
  }
  const isJob = operation === 'getJob' || operation === 'webhook';
  if (isJob && unfinished.includes(state) && ['output_url', 'charged_usd', 'error'].includes(name))
    return 'pending-fields';
  if (isJob && name === 'output_url' && state?.endsWith('failed') === true) return 'failed-output-url';
  if (operation === 'getJob' && name === 'error' && state === 'succeeded') return 'succeeded-error';
  if (operation === 'listUsage' && name === 'reason' && /^(null|string|null or string)$/.test(deployment))
    return state === 'failed' ? 'failed-job-reason' : 'session-reason';
  return isExtra ? 'extra-members' : undefined;
};

const ofOpenLayout: readonly string[] = ['getPricing', 'getUsageSummary'];

const ofValues = ({ operation, state = '' }: Contrast): GapId | undefined => {
  if (operation === 'getJob') return state === 'processing' ? 'processing-visible' : undefined;
  if (operation.startsWith('submit'))
    return ['processing', 'succeeded', 'failed'].includes(state) ? 'resubmit-ack' : undefined;
  if (operation === 'listUsage') return 'usage-status';
  return operation === 'getPricing' ? 'rate-card-fields' : undefined;
};
