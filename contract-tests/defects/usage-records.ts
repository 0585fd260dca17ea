/** Usage logs that leave something out, mix something up, or write it otherwise. */
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { presenting } from './ports.ts';

type Members = { readonly [name: string]: unknown };

/** Records say something else. Undefined leaves one out. */
const record = (change: (record: Members) => unknown): (() => Ports) => presenting(['listUsage'], change);

/** The list as a whole is another one. */
const list =
  (change: (records: readonly unknown[]) => unknown): (() => Ports) =>
  () => ({
    present: (next) => (answer, asked) => {
      const { body } = answer;
      if (asked.operation !== 'listUsage' || asked.refused !== undefined || !Array.isArray(body))
        return next(answer, asked);
      return next({ ...answer, body: change(body) }, asked);
    },
  });

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
const records = 'endpoints.usage.items-are-records';

export const usageRecordDefects: readonly Defect[] = [
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
  {
    id: 'usage.created-at-missing',
    does: 'leaves created_at out of records',
    clause: 'resources.usage-record.created-at-present',
    ports: record((one) => ({ ...one, created_at: undefined })),
  },

  // Records.
  {
    id: 'usage.ids-alike',
    does: 'gives all records of a feature the same id',
    clause: 'resources.usage-record.id-present',
    ports: record((one) => ({ ...one, id: `use_${String(one['feature'])}` })),
  },
  {
    id: 'usage.failures-missing',
    does: 'records no call that failed',
    clause: records,
    ports: list((all) => all.filter((one) => isObject(one) && one['status'] !== 'failed')),
  },
  {
    id: 'usage.clones-missing',
    does: 'records no voice clone',
    clause: records,
    ports: list((all) => all.filter((one) => isObject(one) && one['feature'] !== 'voice_clone')),
  },
  {
    id: 'usage.images-missing',
    does: 'records no image',
    clause: records,
    ports: list((all) => all.filter((one) => isObject(one) && one['feature'] !== 'face_swap_image')),
  },
  {
    id: 'usage.latest-missing',
    does: 'leaves the latest record out',
    clause: records,
    also: ['endpoints.usage.limit-respected', 'limits.usage-limit-default', 'limits.usage-limit-accepts-max'],
    ports: list((all) => all.slice(1)),
  },
  {
    id: 'usage.recorded-twice',
    does: 'lists each record twice, under two ids',
    clause: records,
    also: [
      'limits.retry-safety-no-duplicate-render',
      'endpoints.usage.limit-respected',
      'limits.usage-limit-default',
      'limits.usage-limit-accepts-max',
      'limits.usage-limit-max',
    ],
    ports: list((all) =>
      all.flatMap((one) => (isObject(one) ? [one, { ...one, id: `${String(one['id'])}-2` }] : [one])),
    ),
  },
  {
    id: 'usage.charged-in-cents',
    does: 'records what calls were charged in cents',
    clause: records,
    ports: record((one) => ({ ...one, charged_usd: Number(one['charged_usd']) * 100 })),
  },
  {
    id: 'usage.charged-zero',
    does: 'records every call as free',
    clause: records,
    ports: record((one) => ({ ...one, charged_usd: 0 })),
  },
  {
    id: 'usage.charged-rounded',
    does: 'records whole cents, where something finer was charged',
    clause: records,
    ports: record((one) => ({ ...one, charged_usd: Math.round(Number(one['charged_usd']) * 100) / 100 })),
  },
  {
    id: 'usage.in-an-envelope',
    does: 'puts the list of records into an object',
    clause: 'endpoints.usage.returns-array',
    ports: list((all) => ({ data: all, has_more: false })),
  },
  {
    id: 'usage.keyed-by-id',
    does: 'answers with an object of records by their ids',
    clause: 'endpoints.usage.returns-array',
    ports: list((all) => Object.fromEntries(all.map((one) => [isObject(one) ? String(one['id']) : '', one]))),
  },
  {
    id: 'usage.ids-only',
    does: 'lists the ids of records instead of the records',
    clause: records,
    ports: list((all) => all.map((one) => (isObject(one) ? one['id'] : one))),
  },
  {
    id: 'usage.lines-of-text',
    does: 'lists records as lines of text',
    clause: records,
    ports: list((all) => all.map((one) => JSON.stringify(one))),
  },
];
