/** Holds answers against the published document, by another library than the one with which the mock checks itself. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'vitest';
import document from '../../spec/openapi.json' with { type: 'json' };
import { type GapChoices, type WireGapId, defaultChoices } from '../../spec/gaps.ts';
import type { Seen } from './client.case.ts';

type Node = { readonly [member: string]: unknown };

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
formats.default(ajv);
ajv.addVocabulary([...Object.keys(document), 'x-clauses', 'x-gaps', 'x-known-values']);
ajv.addSchema(document, 'openapi.json', undefined, false);

const paths = Object.keys(document.paths).map((template) => ({
  template,
  form: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** For these the service's own document shows no body: the published one has our layout, another one is checked by its own schema. */
const layouts = ['pricing-body', 'rate-card-fields', 'summary-body'] as const satisfies WireGapId[];

/** Fails the test for an answer of an operation that the document does not have. Other paths are passed over. */
export const expectDocumented = (choices: GapChoices, method: string, path: string, seen: Seen): void => {
  const [bare = ''] = path.split('?');
  const template = paths.find(({ form }) => form.test(bare))?.template;
  if (template === undefined) return;
  const operation = ['paths', template, method.toLowerCase()];
  const open = ((at(operation) as Node | undefined)?.['x-gaps'] ?? []) as readonly string[];
  if (seen.status < 400 && layouts.some((id) => open.includes(id) && choices[id] !== defaultChoices[id])) return;
  const place = [...operation, 'responses'];
  const responses = at(place) as Node | undefined;
  expect(responses, `${method} ${path}`).toBeDefined();
  const status = [String(seen.status), `${String(seen.status).charAt(0)}XX`, 'default'].find(
    (name) => name in (responses ?? {}),
  );
  const { $ref } = (responses?.[status ?? ''] ?? {}) as { $ref?: string };
  const answer = $ref === undefined ? [...place, status ?? ''] : $ref.split('/').slice(1);
  const codes = (at(answer) as Node)['x-codes'];
  // Problem details are JSON too; the document says that the layout of an error is open.
  expect(seen.headers.get('content-type')).toMatch(/^application\/(?:problem\+)?json(?:; charset=utf-8)?$/);
  const check = ajv.getSchema(pointer([...answer, 'content', 'application/json', 'schema']));
  expect(check, answer.join('/')).toBeTypeOf('function');
  expect(check?.(seen.body), `${method} ${path} ${seen.status} ${seen.text}: ${ajv.errorsText(check?.errors)}`).toBe(
    true,
  );
  if (Array.isArray(codes))
    expect(
      codes.some((code) => seen.text.includes(`"${String(code)}"`)),
      seen.text,
    ).toBe(true);
};

const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>((node, name) => (node as Node | undefined)?.[name], document);

const pointer = (path: readonly string[]): string => {
  const escaped = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')));
  return `openapi.json#/${escaped.join('/')}`;
};
