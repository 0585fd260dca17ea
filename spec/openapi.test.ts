/** The OpenAPI document: accepted by strangers, complete in examples and citations, and true to the operations. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileErrors, validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { generateFile, mapOpenApiEndpoints } from 'typed-openapi';
import { expect, test } from 'vitest';
import { clauses } from './clauses.ts';
import { httpErrors } from './errors.ts';
import { gaps } from './gaps.ts';
import { limitClauses, type LimitName, limits } from './limits.ts';
import { buildOpenapi } from './openapi.ts';
import { operations } from './operations.ts';
import { sockets } from './sockets.ts';
import { webhooks } from './webhooks.ts';

type Node = { readonly [member: string]: unknown };

/** A copy for every test, since validators resolve references in place. */
const built = () => JSON.parse(JSON.stringify(buildOpenapi())) as OpenAPIObject & Node;
const document = built();

/** Every object in the document, with the names on the way to it. */
const nodes = [...walk(document, [])];
const under = (...start: string[]) => nodes.filter(({ path }) => start.every((name, at) => path[at] === name));
const direct = (...start: string[]) => under(...start).filter(({ path }) => path.length === start.length + 1);
const last = (path: readonly string[]) => path.at(-1);

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
formats.default(ajv);
ajv.addVocabulary([...Object.keys(document), 'x-clauses', 'x-gaps', 'x-known-values']);
ajv.addSchema(document, 'openapi.json', undefined, false);

test('an OpenAPI validator accepts it', async () => {
  expect(await new Validator().validate(built())).toEqual({ valid: true });
});

test('another OpenAPI parser accepts it, without a warning', async () => {
  const result = await validate(built() as Parameters<typeof validate>[0]);
  expect(result.valid, compileErrors(result)).toBe(true);
  expect(result.warnings).toEqual([]);
});

test('every component schema is strict JSON Schema 2020-12', () => {
  for (const { path, node } of direct('components', 'schemas')) {
    expect(ajv.validateSchema(node), path.join('/')).toBe(true);
    expect(ajv.getSchema(pointer(path)), path.join('/')).toBeTypeOf('function');
  }
});

test('a client generator makes a client of it that compiles and knows every operation', () => {
  const client = generateFile({ ...mapOpenApiEndpoints(buildOpenapi()), runtime: 'none' });
  for (const id of Object.keys(operations)) expect(client).toMatch(new RegExp(`_${id}\\b`, 'i'));
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    writeFileSync(join(folder, 'client.ts'), client);
    writeFileSync(join(folder, 'use.ts'), useOfClient);
    const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'preserve', '--types', ''];
    const compiled = spawnSync(process.execPath, [compiler, ...options, 'use.ts'], { cwd: folder, encoding: 'utf8' });
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const useOfClient = `
import type { createApiClient, PostEndpoints } from './client';
declare const api: ReturnType<typeof createApiClient>;
const input = { video_key: 'v', audio_key: 'a' };
void api.post('/lip-sync', { header: { 'Idempotency-Key': 'k' }, body: { ...input, output_resolution_p: 720 } });
// @ts-expect-error: not one of the three resolutions
void api.post('/lip-sync', { header: {}, body: { ...input, output_resolution_p: 719 } });
export const acknowledged = (answer: PostEndpoints['/lip-sync']['responses']['2XX']): string => answer.status_url;
export const follow = async () => {
  const job = await api.post('/lip-sync', { header: {}, body: input });
  const url: string = job.status_url;
  const { balance_usd } = await api.get('/balance');
  const spent: number = balance_usd;
  return { url, spent };
};
// @ts-expect-error: an answer is what the schema says, and not never
export const wrong = async (): Promise<number> => (await api.post('/lip-sync', { header: {}, body: input })).status_url;
`;

test('every example of a body or an answer is valid, and there is one for each', () => {
  const bodies = nodes.filter(({ path }) => path.at(-2) === 'content' && path.at(-4) !== 'examples');
  expect(bodies.length).toBeGreaterThan(50);
  for (const { path, node } of bodies) {
    const values = Object.values((node.examples ?? {}) as { [name: string]: Node }).map(example);
    expect(values, path.join('/')).not.toEqual([]);
    for (const value of values) expectValid([...path, 'schema'], value);
  }
});

test('every parameter and header is a component with a valid example', () => {
  for (const { path, node } of [...direct('components', 'parameters'), ...direct('components', 'headers')]) {
    expectValid([...path, 'schema'], node.example);
  }
  const used = nodes.filter(({ path }) => ['parameters', 'headers'].includes(path.at(-2) ?? '') && path[0] === 'paths');
  for (const { path, node } of used) expect(node.$ref, path.join('/')).toBeTypeOf('string');
});

test('every schema has valid examples, and so has every field that shows one', () => {
  for (const { path, node } of direct('components', 'schemas')) expect(node.examples, path.join('/')).not.toEqual([]);
  const showing = under('components', 'schemas').filter(
    ({ path, node }) => Array.isArray(node.examples) && !path.includes('examples'),
  );
  for (const { path, node } of showing) for (const value of node.examples as unknown[]) expectValid(path, value);
});

test('every field of a schema shows an example, or refers to a schema that does', () => {
  const fields = under('components', 'schemas').filter(
    ({ path }) => path.at(-2) === 'properties' && !path.includes('examples') && !path.includes('allOf'),
  );
  expect(fields.length).toBeGreaterThan(80);
  const bare = fields.filter(({ node }) => !('examples' in node || '$ref' in node || 'const' in node));
  expect(bare.map(({ path }) => path.join('/'))).toEqual([]);
});

test('no example of a schema has a member that the schema does not name', () => {
  for (const { path, node } of direct('components', 'schemas')) {
    if (typeof node.properties !== 'object' || node.properties === null) continue;
    const named = Object.keys(node.properties);
    const shown = (node.examples as object[]).flatMap((value) => Object.keys(value));
    expect(
      shown.filter((name) => !named.includes(name)),
      path.join('/'),
    ).toEqual([]);
  }
});

test('every operation, webhook and callback cites clauses, and what is cited exists', () => {
  const called = nodes.filter(({ node }) => typeof node.operationId === 'string' && 'responses' in node);
  expect(called).toHaveLength(Object.keys(operations).length + Object.keys(webhooks).length + 1);
  for (const { path, node } of called) expect(node['x-clauses'], path.join('/')).toBeInstanceOf(Array);
  for (const { path, node } of nodes) {
    for (const id of (node['x-clauses'] ?? []) as string[]) expect(clauses, path.join('/')).toHaveProperty([id]);
    for (const id of (node['x-gaps'] ?? []) as string[]) expect(gaps, path.join('/')).toHaveProperty([id]);
    if ('x-clauses' in node) expect(node['x-clauses'], path.join('/')).not.toEqual([]);
  }
});

test('every clause on endpoints and events is cited by an operation, a socket or a webhook', () => {
  const cites = [operations, sockets, webhooks].flatMap((table) =>
    Object.values<{ readonly cites: readonly string[] }>(table).flatMap((entry) => entry.cites),
  );
  const uncited = Object.keys(clauses).filter(
    (id) => /^(endpoints|events)\./.test(id) && !cites.some((prefix) => id.startsWith(prefix)),
  );
  expect(uncited).toEqual([]);
});

test('every figure of the document cites clauses that exist', () => {
  for (const name of Object.keys(limits) as LimitName[]) {
    expect(limitClauses(name), name).not.toEqual([]);
    for (const id of limitClauses(name)) expect(clauses).toHaveProperty([id]);
  }
});

test('every HTTP error stands under its status in some operation, and no job-level code does', () => {
  const answers = nodes.filter(({ node }) => Array.isArray(node['x-codes']));
  expect(new Set(answers.flatMap(({ node }) => node['x-codes']))).toEqual(new Set(Object.keys(httpErrors)));
  for (const { path, node } of answers.filter((answer) => answer.path[0] === 'paths')) {
    for (const code of node['x-codes'] as (keyof typeof httpErrors)[]) {
      expect(`${httpErrors[code].status}`).toBe(last(path));
    }
  }
});

test('no success status is promised: every code is the one answer of 2XX, and ours is named there', () => {
  for (const { path, node } of nodes.filter((place) => place.path[0] === 'paths' && place.path.length === 3)) {
    const successes = Object.entries(node.responses as Node).filter(([status]) => status.startsWith('2'));
    const [any] = successes.flatMap(([status, answer]) => (status === '2XX' ? [answer as Node] : []));
    for (const [status, answer] of successes) expect(answer, `${path.join('/')} ${status}`).toEqual(any);
    const name = String(any?.$ref).replace('#/components/responses/', '');
    const [success] = direct('components', 'responses').filter((response) => last(response.path) === name);
    expect(successes.map(([status]) => status)).toContain(String(success?.node['x-understudy-default']));
  }
});

test('only the price list is open to callers without a key', () => {
  const open = nodes.filter(({ path, node }) => path[0] === 'paths' && path.length === 3 && 'security' in node);
  expect(open.map(({ path, node }) => [path[1], node.security])).toEqual([['/pricing', []]]);
});

test('the links of an upload name inputs that the linked submits have', () => {
  const links = under('components', 'responses', 'UploadFileSuccess', 'links').filter(({ node }) => 'x-input' in node);
  const inputs = Object.values(operations).flatMap((operation) =>
    'job' in operation ? Object.keys(operation.job.inputs) : [],
  );
  expect(links.map(({ node }) => node['x-input'])).toEqual(inputs);
});

function* walk(value: unknown, path: readonly string[]): Generator<{ path: readonly string[]; node: Node }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { path, node: value as Node };
  for (const [name, inner] of Object.entries(value)) yield* walk(inner, [...path, name]);
}

function pointer(path: readonly string[]): string {
  const escaped = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `openapi.json#/${escaped.join('/')}`;
}

/** The value of an example, be it written in place or referred to. */
function example(entry: Node): unknown {
  if (typeof entry.$ref !== 'string') return entry.value;
  const name = entry.$ref.replace('#/components/examples/', '');
  return document.components?.examples?.[name] && (document.components.examples[name] as Node).value;
}

function expectValid(schemaPath: readonly string[], value: unknown): void {
  const check = ajv.getSchema(pointer(schemaPath));
  expect(check, schemaPath.join('/')).toBeTypeOf('function');
  expect(check?.(value), `${schemaPath.join('/')}: ${ajv.errorsText(check?.errors)}`).toBe(true);
}
