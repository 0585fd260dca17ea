/** Names and texts that reach for the objects of the language, wherever a stranger may put them: none of them changes an object that was not sent. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { readLocated } from '../../scenarios/located-file.ts';
import { plain } from '../../scenarios/located-value.ts';
import { assertReplayable } from '../engine/simulation/replay.case.ts';
import type { Ports } from '../ports.ts';
import { type TestMock, openMock, validBodies } from './client.case.ts';

/** Two fifths of the payloads are bodies, a fifth queries, a fifth forms, a tenth headers, a tenth files. @param count of them all */
export const pollute = async (count: number, ports: Ports = {}): Promise<void> => {
  const mock = await openMock({ balance: 1_000_000, queue: 10_000 }, ports);
  const before = stateOf();
  try {
    await inBodies(mock, count * 0.4);
    await inQueries(mock, count * 0.2);
    await inForms(mock, count * 0.2);
    await inHeaders(mock, count * 0.1);
    await inFiles(count * 0.1);
  } finally {
    await mock.close();
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  const after = stateOf();
  expect(after.map(([name]) => name)).toEqual(before.map(([name]) => name));
  expect(after.filter(([, value], index) => !Object.is(value, before[index]?.[1]))).toEqual([]);
};

/** What every object, list, function and text has in common: the names, and what stands under them. */
const stateOf = (): readonly (readonly [PropertyKey, unknown])[] =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype].flatMap((one) =>
    Reflect.ownKeys(one).map((name) => {
      const { value, get } = Object.getOwnPropertyDescriptor(one, name) ?? {};
      return [name, get ?? (value as unknown)] as const;
    }),
  );

/** The first is the one that does most harm. */
const evilName = fc.oneof(
  { weight: 1, arbitrary: fc.constant('__proto__') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'constructor',
      'prototype',
      '__defineGetter__',
      '__defineSetter__',
      '__lookupGetter__',
      'toString',
      'valueOf',
      'toJSON',
      'then',
      'hasOwnProperty',
      '__proto__.polluted',
      '__proto__[polluted]',
      'constructor.prototype.polluted',
      'constructor[prototype][polluted]',
    ),
  },
);

/** An object as JSON: with `JSON.stringify` a `__proto__` would be lost on the way. */
const evilJson = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 1, arbitrary: fc.constantFrom('1', 'null', 'true', '"x"', '[]') },
    { weight: 2, arbitrary: tie('object') },
  ),
  object: fc
    .array(fc.tuple(fc.oneof(evilName, fc.constant('polluted')), tie('value')), { minLength: 1, maxLength: 3 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
}));

const seed = 1;

const inBodies = async (mock: TestMock, numRuns: number): Promise<void> => {
  const bodies = validBodies(await mock.files());
  const kinds = Object.keys(bodies) as (keyof typeof bodies)[];
  await assertReplayable(
    fc.asyncProperty(evilJson.object, fc.constantFrom(...kinds), fc.boolean(), async (evil, kind, alone) => {
      // Beside the fields of a good body, or by itself.
      const raw = alone ? evil : `${JSON.stringify(bodies[kind]).slice(0, -1)},${evil.slice(1)}`;
      const answer = await mock.call('POST', `/${kind}`, undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      expect([202, 400]).toContain(answer.status);
    }),
    numRuns,
    { seed },
  );
};

const inQueries = async (mock: TestMock, numRuns: number): Promise<void> => {
  const query = fc
    .array(fc.tuple(evilName, fc.oneof(evilName, fc.string({ maxLength: 8 }))), { minLength: 1, maxLength: 4 })
    .map((pairs) => String(new URLSearchParams(pairs)));
  await assertReplayable(
    fc.asyncProperty(query, fc.constantFrom('/usage', '/usage/summary', '/balance'), async (text, path) => {
      expect([200, 400]).toContain((await mock.get(`${path}?${text}`)).status);
    }),
    numRuns,
    { seed },
  );
};

const inForms = async (mock: TestMock, numRuns: number): Promise<void> => {
  const name = fc.oneof(evilName, fc.constant('file'));
  const parameter = fc.tuple(evilName, evilName).map(([key, value]) => `; ${key}="${value}"`);
  await assertReplayable(
    fc.asyncProperty(name, evilName, fc.option(parameter, { nil: '' }), evilName, async (field, file, more, header) => {
      const raw =
        `--B\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"${more}\r\n` +
        `Content-Type: image/png${more}\r\n${header.replaceAll(/[[\]]/g, '')}: 1\r\n\r\nx\r\n--B--\r\n`;
      const headers = { 'content-type': 'multipart/form-data; boundary=B' };
      const answer = await mock.call('POST', '/uploads', undefined, { raw, headers });
      expect([201, 400]).toContain(answer.status);
    }),
    numRuns,
    { seed },
  );
};

const inHeaders = async (mock: TestMock, numRuns: number): Promise<void> => {
  const header = evilName.map((name) => name.replaceAll(/[[\]]/g, ''));
  await assertReplayable(
    fc.asyncProperty(header, evilName, async (name, value) => {
      const headers = { [`x-${name}`]: value, cookie: `${value}=1`, 'idempotency-key': value, range: value };
      expect((await mock.call('GET', '/balance', undefined, { headers })).status).toBe(200);
      expect((await mock.call('GET', '/balance', undefined, { key: value })).status).toBe(401);
      expect((await mock.get(`/jobs/${encodeURIComponent(value)}`)).status).toBe(404);
    }),
    numRuns,
    { seed },
  );
};

const inFiles = async (numRuns: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'pollution-'));
  const file = join(folder, 'story.yaml');
  await assertReplayable(
    fc.asyncProperty(
      evilJson.object,
      fc.constantFrom('', '', '', '<<: ', '? ', '!!js/function '),
      async (evil, head) => {
        await writeFile(file, head === '<<: ' ? `<<: ${evil}\na: 1\n` : `${head}${evil}\n`);
        const value = await read(file);
        // What is read has the usual parent, whatever is called `__proto__` in it.
        expectUsualParents(value);
      },
    ),
    numRuns,
    { seed },
  );
  await rm(folder, { recursive: true });
};

const expectUsualParents = (value: unknown): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  expect(Object.getPrototypeOf(value) === Object.prototype).toBe(true);
  for (const inner of Object.values(value)) expectUsualParents(inner);
};

/** What a file holds; undefined for one that is refused with a reason. */
const read = async (file: string): Promise<unknown> => {
  try {
    const located = await readLocated(file);
    return located === undefined ? undefined : plain(located);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
};
