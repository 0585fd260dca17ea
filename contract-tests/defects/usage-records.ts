/** Usage logs that leave calls out, list them twice, with another charge, or in another form. */
import { isObject } from '../reading/members.ts';
import { listed } from './changes.ts';
import type { Defect } from './defect.ts';
import { presenting } from './ports.ts';

const records = 'endpoints.usage.items-are-records';

export const usageRecordDefects: readonly Defect[] = [
  {
    id: 'usage.ids-alike',
    does: 'gives all records of a feature the same id',
    clause: 'resources.usage-record.id-present',
    ports: presenting(['listUsage'], (one) => ({ ...one, id: `use_${String(one['feature'])}` })),
  },
  {
    id: 'usage.failures-missing',
    does: 'records no call that failed',
    clause: records,
    ports: () => listed('listUsage', (all) => all.filter((one) => isObject(one) && one['status'] !== 'failed')),
  },
  {
    id: 'usage.clones-missing',
    does: 'records no voice clone',
    clause: records,
    ports: () => listed('listUsage', (all) => all.filter((one) => isObject(one) && one['feature'] !== 'voice_clone')),
  },
  {
    id: 'usage.images-missing',
    does: 'records no image',
    clause: records,
    ports: () =>
      listed('listUsage', (all) => all.filter((one) => isObject(one) && one['feature'] !== 'face_swap_image')),
  },
  {
    id: 'usage.latest-missing',
    does: 'leaves the latest record out',
    clause: records,
    also: ['endpoints.usage.limit-respected', 'limits.usage-limit-default', 'limits.usage-limit-accepts-max'],
    ports: () => listed('listUsage', (all) => all.slice(1)),
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
    ports: () =>
      listed('listUsage', (all) =>
        all.flatMap((one) => (isObject(one) ? [one, { ...one, id: `${String(one['id'])}-2` }] : [one])),
      ),
  },
  {
    id: 'usage.charged-in-cents',
    does: 'records what calls were charged in cents',
    clause: records,
    ports: presenting(['listUsage'], (one) => ({ ...one, charged_usd: Number(one['charged_usd']) * 100 })),
  },
  {
    id: 'usage.charged-zero',
    does: 'records every call as free',
    clause: records,
    ports: presenting(['listUsage'], (one) => ({ ...one, charged_usd: 0 })),
  },
  {
    id: 'usage.charged-rounded',
    does: 'records whole cents, where something finer was charged',
    clause: records,
    ports: presenting(['listUsage'], (one) => ({
      ...one,
      charged_usd: Math.round(Number(one['charged_usd']) * 100) / 100,
    })),
  },
  {
    id: 'usage.in-an-envelope',
    does: 'puts the list of records into an object',
    clause: 'endpoints.usage.returns-array',
    ports: () => listed('listUsage', (all) => ({ data: all, has_more: false })),
  },
  {
    id: 'usage.keyed-by-id',
    does: 'answers with an object of records by their ids',
    clause: 'endpoints.usage.returns-array',
    ports: () =>
      listed('listUsage', (all) => Object.fromEntries(all.map((one) => [isObject(one) ? String(one['id']) : '', one]))),
  },
  {
    id: 'usage.ids-only',
    does: 'lists the ids of records instead of the records',
    clause: records,
    ports: () => listed('listUsage', (all) => all.map((one) => (isObject(one) ? one['id'] : one))),
  },
  {
    id: 'usage.lines-of-text',
    does: 'lists records as lines of text',
    clause: records,
    ports: () => listed('listUsage', (all) => all.map((one) => JSON.stringify(one))),
  },
];
