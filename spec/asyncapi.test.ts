/** The AsyncAPI document: valid by the published schema, with valid examples, and true to the sockets. */
import specs from '@asyncapi/specs';
import { Ajv, type SchemaObject } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { buildAsyncapi } from './asyncapi.ts';
import { clauses } from './clauses.ts';
import { gaps } from './gaps.ts';
import { sockets } from './sockets.ts';

type Message = { readonly payload: object; readonly examples: readonly { readonly payload: unknown }[] } & Cited;
type Cited = { readonly 'x-clauses': readonly string[]; readonly 'x-gaps': readonly string[] };

/** The parts that the tests read. */
type Document = {
  readonly channels: { readonly [name: string]: Cited };
  readonly operations: {
    readonly [id: string]: { action: string; channel: { $ref: string }; messages: { $ref: string }[] };
  };
  readonly components: { readonly messages: { readonly [name: string]: Message } };
};

const document = JSON.parse(JSON.stringify(buildAsyncapi())) as Document;

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

test('the published schema of AsyncAPI 3.0 accepts it', () => {
  const accepts = ajv.compile(specs.schemasWithoutId['3.0.0'] as SchemaObject);
  expect(accepts(document), ajv.errorsText(accepts.errors)).toBe(true);
});

test('every example of a message fits its payload', () => {
  for (const [name, { payload, examples }] of Object.entries(document.components.messages)) {
    expect(examples, name).not.toHaveLength(0);
    for (const example of examples) {
      expect(ajv.validate(payload, example.payload), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  }
});

test('operations say which way each frame goes, as the sockets do', () => {
  for (const [name, socket] of Object.entries(sockets)) {
    const frames = (action: string) =>
      Object.values(document.operations)
        .filter((operation) => operation.action === action && operation.channel.$ref === `#/channels/${name}`)
        .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.replace(`#/channels/${name}/messages/`, '')));
    expect(frames('send')).toEqual([...socket.fromService]);
    expect(frames('receive')).toEqual([...socket.fromClient]);
  }
});

test('channels and messages cite clauses and gaps that exist', () => {
  for (const cited of [...Object.values(document.channels), ...Object.values(document.components.messages)]) {
    expect(cited['x-clauses']).not.toHaveLength(0);
    for (const id of cited['x-clauses']) expect(clauses).toHaveProperty([id]);
    for (const id of cited['x-gaps']) expect(gaps).toHaveProperty([id]);
  }
});

test('every clause on the format frame is cited by the message that it speaks of', () => {
  const stated = Object.keys(clauses).filter((id) => id.startsWith('resources.audio-format.'));
  expect(document.components.messages.audioFormat?.['x-clauses']).toEqual(expect.arrayContaining(stated));
});
