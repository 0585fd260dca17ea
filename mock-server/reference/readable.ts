/** The OpenAPI document as the reference shows it: it is tried out on this mock, and what backs a part of it can be clicked. */

type Json = { readonly [name: string]: unknown };

/**
 * @param document as it is published; it is not changed
 * @param base path below which this mock has the operations
 */
export const readable = (document: unknown, base: string): object => ({
  ...(linked(document) as Json),
  servers: [{ url: base, description: 'This mock.' }],
});

const linked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(linked);
  if (typeof value !== 'object' || value === null) return value;
  const { 'x-clauses': clauses = [], 'x-gaps': gaps = [], ...rest } = value as Json;
  const inner = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, linked(part)]));
  const links = linksTo('clauses', clauses) + linksTo('gaps', gaps);
  // Only operations: what else has clauses is shown with them.
  if (!('operationId' in inner) || links === '') return inner;
  const { description = '' } = inner;
  return { ...inner, description: `${String(description)}\n\n${links}` };
};

/** As HTML, which is Markdown too: folded, for some operations rest on thirty clauses. */
const linksTo = (page: 'clauses' | 'gaps', ids: unknown): string => {
  if (!Array.isArray(ids) || ids.length === 0) return '';
  const links = ids.map((id) => `<a href="/__understudy/docs/${page}#${id}">${id}</a>`).join(' ');
  return `<details><summary>${ids.length} ${ids.length === 1 ? page.slice(0, -1) : page}</summary>${links}</details>\n`;
};
