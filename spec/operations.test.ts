/** The operations: sixteen of them, each backed by clauses, with the codes and paths of the document. */
import { expect, test } from 'vitest';
import { type ClauseId, clauses } from './clauses.ts';
import { clausesOf, type Operation, type OperationId, operations } from './operations.ts';
import { sockets } from './sockets.ts';
import { jobEndpoints, jobFeatures } from './vocabulary.ts';
import { delivery, signature, webhooks } from './webhooks.ts';

const all = Object.entries(operations) as [OperationId, Operation][];
const ids = Object.keys(clauses) as ClauseId[];

test('each prefix that is cited begins the id of some clause', () => {
  const citing = [...all, ...Object.entries(sockets), ...Object.entries(webhooks)];
  for (const [name, { cites }] of citing) {
    for (const prefix of cites) {
      expect(
        ids.some((id) => id.startsWith(prefix)),
        `${name} cites ${prefix}`,
      ).toBe(true);
    }
  }
});

test('each operation has clauses of its own section', () => {
  for (const [id, operation] of all) {
    expect(
      clausesOf(operation).some((clause) => clause.startsWith('endpoints.')),
      id,
    ).toBe(true);
  }
});

test('an operation does not cite another whose name begins with its own', () => {
  const cited = clausesOf(operations.submitFaceSwap);
  expect(cited.filter((id) => id.startsWith('endpoints.face-swap-image.'))).toEqual([]);
});

test.each([
  ['POST', '/uploads'],
  ['POST', '/character-swap'],
  ['POST', '/face-swap'],
  ['POST', '/face-swap-image'],
  ['POST', '/motion-control'],
  ['POST', '/avatar'],
  ['POST', '/lip-sync'],
  ['POST', '/voice-clone'],
  ['GET', '/jobs/{job_id}'],
  ['POST', '/full-live-swap/session'],
  ['GET', '/voices'],
  ['POST', '/voice/session'],
  ['GET', '/balance'],
  ['GET', '/usage'],
  ['GET', '/usage/summary'],
  ['GET', '/pricing'],
])('%s %s is one operation', (method, path) => {
  expect(all.filter(([, operation]) => operation.method === method && operation.path === path)).toHaveLength(1);
});

test('there are no operations beside those', () => expect(all).toHaveLength(16));

test('the submits are the job endpoints, and each input is a required field of its body', () => {
  const submits = all.flatMap(([, { job, body, path }]) => (job === undefined ? [] : [{ ...job, body, path }]));
  expect(submits.map(({ endpoint }) => endpoint)).toEqual([...jobEndpoints]);
  expect(submits.map(({ feature }) => feature)).toEqual([...jobFeatures]);
  for (const { endpoint, inputs, body, path } of submits) {
    expect(path).toBe(`/${endpoint}`);
    expect(body).toMatchObject({ required: expect.arrayContaining(Object.keys(inputs)) });
  }
});

test('only the price list needs no key', () => {
  expect(all.filter(([, { authenticated }]) => !authenticated).map(([id]) => id)).toEqual(['getPricing']);
});

test('a delivery is tried six times, and its signature has the documented form', () => {
  expect(delivery).toMatchObject({ attemptsMax: 6, responseWaitSeconds: 10, ladderMinutes: 15 });
  expect('t=1767225602,v1=0a1b').toMatch(new RegExp(signature.pattern));
  expect('v1=0a1b,t=1767225602').not.toMatch(new RegExp(signature.pattern));
});
