/** The register of gaps: well formed, complete, and with one choice to make for each gap on the wire. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sections } from './clause.ts';
import type { Gap, WireGap } from './gap.ts';
import { defaultChoices, type GapChoices, type GapId, gapList, gaps, proseGaps, wireGaps } from './gaps.ts';

const wire = Object.entries<WireGap>(wireGaps);

/** What the document itself calls "not shown", by the gaps that stand for it. */
const notShown = {
  'lifetime of output links': ['link-lifetime'],
  'fields of the rate card': ['rate-card-fields'],
  'move from queued to processing': ['processing-visible'],
  'names of session states': ['session-states'],
  'success status codes': ['submit-status', 'upload-status', 'session-status', 'read-status'],
  'frames of live swap': ['live-swap-frames'],
  'format of from and to': ['date-filter'],
  'body of the usage summary': ['summary-body'],
  'body of pricing': ['pricing-body'],
  'layout of HTTP errors': ['error-body'],
  'limit of duration': ['duration-limit'],
  'rate limit headers': ['rate-limit-headers'],
  'retention of idempotency keys': ['idempotency-retention'],
  'deprecation and change': ['change-policy'],
} as const satisfies Record<string, readonly GapId[]>;

const contradictions = [
  'pending-fields',
  'failed-output-url',
  'succeeded-error',
  'charge-time',
  'failed-job-charge',
  'failed-job-reason',
  'session-rounding',
  'session-clock',
  'delivery-link',
  'signature-time',
  'status-url-form',
  'result-retention',
  'socket-origin',
  'voice-sample',
] as const satisfies readonly GapId[];

test('ids and the names of values can be typed after a flag', () => {
  for (const { id, section } of gapList) {
    expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
    expect(sections).toHaveProperty(section);
  }
  for (const [id, { values }] of wire) {
    for (const name of Object.keys(values)) expect(name, id).toMatch(/^[a-z0-9]+([-_][a-z0-9]+)*$/);
  }
});

test('no id is declared in two tables, and every table is joined', async () => {
  let declared = 0;
  for (const folder of ['wire', 'prose']) {
    for (const file of readdirSync(new URL(`./gaps/${folder}`, import.meta.url))) {
      const tables: Record<string, object> = await import(new URL(`./gaps/${folder}/${file}`, import.meta.url).href);
      for (const table of Object.values(tables)) {
        declared += Object.keys(table).length;
        expect(folder === 'wire' ? wireGaps : proseGaps, file).toMatchObject(table);
      }
    }
  }
  expect(Object.keys(gaps)).toHaveLength(declared);
  expect(gapList).toHaveLength(declared);
});

test('the list keeps the order of the sections in the document', () => {
  expect([...new Set(gapList.map(({ section }) => section))]).toEqual(Object.keys(sections));
});

test('each wire gap has at least two values, and its default is the choice made without a flag', () => {
  expect(Object.keys(defaultChoices)).toEqual(Object.keys(wireGaps));
  for (const [id, gap] of wire) {
    expect(Object.keys(gap.values).length, id).toBeGreaterThanOrEqual(2);
    expect(gap.values, id).toHaveProperty([gap.default]);
    expect(defaultChoices[id as keyof GapChoices], id).toBe(gap.default);
  }
});

test('a default that looks like a number is not displaced by a smaller one', () => {
  expect(defaultChoices['submit-status'] satisfies '200' | '201' | '202').toBe('202');
  expect(defaultChoices['link-expired'] satisfies '401' | '403' | '404' | '410').toBe('403');
});

test('spec/README.md says of each gap without values why it has none', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('## Gaps without values');
  const named = [...section.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
  expect(Object.keys(proseGaps).filter((id) => !named.includes(id))).toEqual([]);
  // What stands before a bracket has no values; within brackets stands what has them, and faults.
  const told = [...section.replaceAll(/\([^)]*\)/g, '').matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(told.filter((name) => !Object.hasOwn(proseGaps, name))).toEqual([]);
});

test('texts are short, questions are asked, answers are stated, and no question is asked twice', () => {
  for (const gap of gapList) {
    expect(gap.question, gap.id).toMatch(/^[A-Z0-9`].*\?$/);
    expect(gap.question.length, gap.id).toBeLessThanOrEqual(200);
    const said = 'values' in gap ? Object.values(gap.values) : [gap.ours, gap.others];
    for (const text of said) expect(text.length, gap.id).toBeLessThanOrEqual(120);
    for (const text of [...said, gap.accept]) expect(text, gap.id).toMatch(/\.$/);
  }
  expect(new Set(gapList.map(({ question }) => question)).size).toBe(gapList.length);
});

test('the document is read closely enough: at least 130 gaps of all three kinds', () => {
  expect(gapList.length).toBeGreaterThanOrEqual(130);
  expect(new Set(gapList.map(({ kind }) => kind))).toEqual(new Set(['explicit', 'silent', 'contradiction']));
});

test('everything that the document calls not shown is a gap, and nothing else is called explicit', () => {
  const explicit = gapList.filter(({ kind }) => kind === 'explicit').map(({ id }) => id);
  expect(new Set(explicit)).toEqual(new Set(Object.values(notShown).flat()));
});

test('every contradiction is known by name', () => {
  const found = Object.entries<Gap>(gaps).filter(([, { kind }]) => kind === 'contradiction');
  expect(new Set(found.map(([id]) => id))).toEqual(new Set(contradictions));
});
