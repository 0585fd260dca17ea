/** What went over the wire, as it is read best: the first line, the headers, and the body, with JSON in lines. */
import { type Html, html } from '../../spec/pages/html-text.ts';

export type Headers = readonly (readonly [name: string, value: string])[];

export const messageBlock = (first: string, headers: Headers, body: string): Html =>
  html`<pre>
${[first, ...headers.map(([name, value]) => `${name}: ${value}`), ...(body === '' ? [] : ['', inLines(body)])].join('\n')}</pre>`;

/** What is no JSON, or not all of it, stays as it is. */
const inLines = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
