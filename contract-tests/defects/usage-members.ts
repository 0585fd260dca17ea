/** Usage records that name another call, another outcome, another reason or another time. */
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { type Members, presenting } from './ports.ts';

/** Records say something else. */
const record = (change: (record: Members) => unknown): (() => Ports) => presenting(['listUsage'], change);

/** Each time in a record is another text. */
const written = (write: (at: number) => string | number): (() => Ports) =>
  record((one) => ({ ...one, created_at: write(Date.parse(String(one['created_at']))) }));

const iso = (at: number): string => new Date(at).toISOString();
const hourMs = 3_600_000;

const named = (name: 'endpoint' | 'feature', from: string, to: string): (() => Ports) =>
  record((one) => (one[name] === from ? { ...one, [name]: to } : one));

const endpointNames = 'resources.usage-record.endpoint-names-call';
const featureNames = 'resources.usage-record.feature-identifies';
const outcome = 'resources.usage-record.status-outcome';
const iso8601 = 'resources.usage-record.created-at-iso-utc';

export const usageMemberDefects: readonly Defect[] = [
  // Names.
  {
    id: 'usage.endpoint-always-jobs',
    does: 'names jobs as the endpoint of every call',
    clause: endpointNames,
    ports: record((one) => ({ ...one, endpoint: 'jobs' })),
  },
  {
    id: 'usage.endpoint-of-image-as-video',
    does: 'names face-swap as the endpoint of a face-swap-image',
    clause: endpointNames,
    ports: named('endpoint', 'face-swap-image', 'face-swap'),
  },
  {
    id: 'usage.endpoint-of-clone-as-avatar',
    does: 'names avatar as the endpoint of a voice-clone',
    clause: endpointNames,
    ports: named('endpoint', 'voice-clone', 'avatar'),
  },
  {
    id: 'usage.endpoint-of-sessions-alike',
    does: 'names one endpoint for both kinds of session',
    clause: endpointNames,
    ports: named('endpoint', 'voice', 'full-live-swap'),
  },
  {
    id: 'usage.endpoint-empty',
    does: 'leaves the endpoint of lip syncs empty',
    clause: endpointNames,
    ports: named('endpoint', 'lip-sync', ''),
  },
  {
    id: 'usage.endpoint-with-id',
    does: 'names each call apart, with the id of its record',
    clause: endpointNames,
    ports: record((one) => ({ ...one, endpoint: `${String(one['endpoint'])}/${String(one['id'])}` })),
  },
  {
    id: 'usage.feature-always-video',
    does: 'gives every call the feature video',
    clause: featureNames,
    ports: record((one) => ({ ...one, feature: 'video' })),
  },
  {
    id: 'usage.feature-of-standard-as-pro',
    does: 'records a live swap in the tier standard as one in pro',
    clause: featureNames,
    ports: named('feature', 'full_live_swap_standard', 'full_live_swap'),
  },
  {
    id: 'usage.feature-of-pro-with-suffix',
    does: 'records a live swap in the tier pro under a key with a suffix',
    clause: featureNames,
    ports: named('feature', 'full_live_swap', 'full_live_swap_pro'),
  },
  {
    id: 'usage.feature-of-tiers-swapped',
    does: 'mixes up the features of the two tiers of live swap',
    clause: featureNames,
    ports: record((one) => {
      if (one['feature'] === 'full_live_swap') return { ...one, feature: 'full_live_swap_standard' };
      return one['feature'] === 'full_live_swap_standard' ? { ...one, feature: 'full_live_swap' } : one;
    }),
  },
  {
    id: 'usage.feature-of-image-as-video',
    does: 'records an image under the feature of videos',
    clause: featureNames,
    ports: named('feature', 'face_swap_image', 'face_swap'),
  },

  // Outcome and reason.
  {
    id: 'usage.status-always-succeeded',
    does: 'records every call as succeeded',
    clause: outcome,
    ports: record((one) => ({ ...one, status: 'succeeded' })),
  },
  {
    id: 'usage.status-always-settled',
    does: 'records every call as settled',
    clause: outcome,
    ports: record((one) => ({ ...one, status: 'settled' })),
  },
  {
    id: 'usage.status-of-failed-clones',
    does: 'records a voice clone that failed as succeeded, for it was paid for',
    clause: outcome,
    ports: record((one) => (one['feature'] === 'voice_clone' ? { ...one, status: 'succeeded' } : one)),
  },
  {
    id: 'usage.status-of-cancelled',
    does: 'records a call that was cancelled as succeeded',
    clause: outcome,
    ports: record((one) => (one['reason'] === 'cancelled' ? { ...one, status: 'succeeded' } : one)),
  },
  {
    id: 'usage.status-of-timed-out',
    does: 'records a call that took too long as succeeded',
    clause: outcome,
    ports: record((one) => (one['reason'] === 'timed_out' ? { ...one, status: 'succeeded' } : one)),
  },
  {
    id: 'usage.status-after-reason',
    does: 'records every call with a reason as failed, and a stream at its end too',
    clause: outcome,
    ports: record((one) => (one['feature'] === 'voice_changer' ? { ...one, status: 'failed' } : one)),
  },
  ...(
    [
      ['render_failed', 'upstream_error'],
      ['timed_out', 'timeout'],
      ['cancelled', 'canceled'],
      ['no_stream', 'never_connected'],
      ['render_failed', 'RENDER_FAILED'],
      ['render_failed', ''],
    ] as const
  ).map(([from, to], index): Defect => ({
    id: `usage.reason-${from.replaceAll('_', '-')}-as-${to === '' ? 'nothing' : to.toLowerCase().replaceAll('_', '-')}${index === 4 ? '-in-capitals' : ''}`,
    does: `gives ${to === '' ? 'an empty text' : to} as a reason, where it is ${from}`,
    clause: 'resources.usage-record.reason-enum',
    ports: record((one) => (one['reason'] === from ? { ...one, reason: to } : one)),
  })),
  {
    id: 'usage.reason-in-prose',
    does: 'explains in a sentence why a call failed',
    clause: 'resources.usage-record.reason-enum',
    ports: record((one) => (one['status'] === 'failed' ? { ...one, reason: 'The render did not complete.' } : one)),
  },

  // Times.
  {
    id: 'usage.created-at-local',
    does: 'gives the time of a record without a zone',
    clause: iso8601,
    ports: written((at) => iso(at).replace('Z', '')),
  },
  {
    id: 'usage.created-at-with-offset',
    does: 'gives the time of a record with the offset of another zone',
    clause: iso8601,
    ports: written((at) => iso(at + 2 * hourMs).replace('Z', '+02:00')),
  },
  {
    id: 'usage.created-at-local-called-utc',
    does: 'gives the local time of another zone and calls it UTC',
    clause: iso8601,
    ports: written((at) => iso(at - 5 * hourMs)),
  },
  {
    id: 'usage.created-at-ahead',
    does: 'gives a time that lies a minute ahead',
    clause: iso8601,
    ports: written((at) => iso(at + 60_000)),
  },
  {
    id: 'usage.created-at-date-only',
    does: 'gives the day of a record only',
    clause: iso8601,
    ports: written((at) => iso(at).slice(0, 10)),
  },
  {
    id: 'usage.created-at-seconds',
    does: 'gives the time of a record in seconds since 1970',
    clause: iso8601,
    ports: written((at) => Math.floor(at / 1_000)),
  },
  {
    id: 'usage.created-at-of-http',
    does: 'gives the time of a record in the form of HTTP headers',
    clause: iso8601,
    ports: written((at) => new Date(at).toUTCString()),
  },
  {
    id: 'usage.created-at-with-space',
    does: 'gives the time of a record with a space between date and time',
    clause: iso8601,
    ports: written((at) => iso(at).replace('T', ' ').replace('Z', '')),
  },
];
