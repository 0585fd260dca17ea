/** Webhooks whose body is no JSON, or JSON of another kind. */
import type { Defect } from './defect.ts';
import { type Members, defectOf, parsed, resigned, sent } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

export const webhookBodyDefects: readonly Defect[] = (
  [
    [
      'form',
      'writes the body of a webhook as a form',
      (json) => new URLSearchParams({ event: String(json['event']), data: JSON.stringify(json['data']) }).toString(),
      'application/x-www-form-urlencoded',
    ],
    ['list', 'puts the body of a webhook into a list', (json) => JSON.stringify([json]), 'application/json'],
    [
      'json-in-text',
      'writes the body of a webhook as a JSON text that holds JSON',
      (json) => JSON.stringify(JSON.stringify(json)),
      'application/json',
    ],
    [
      'single-quotes',
      'writes the body of a webhook with single quotes',
      (json) => JSON.stringify(json).replaceAll('"', "'"),
      'application/json',
    ],
    [
      'two-lines',
      'writes two lines of JSON into a webhook',
      (json) => `${JSON.stringify(json)}\n${JSON.stringify(json)}`,
      'application/json',
    ],
    ['empty', 'sends webhooks without a body', () => '', 'application/json'],
    [
      'xml',
      'writes the body of a webhook in XML',
      (json) => `<event>${String(json['event'])}</event>`,
      'application/xml',
    ],
    ['plain-type', 'calls the body of a webhook plain text', (json) => JSON.stringify(json), 'text/plain'],
  ] as readonly (readonly [string, string, (json: Members) => string, string])[]
).map(([word, does, write, type]) =>
  defect(
    `body-${word}`,
    does,
    'events.content.body-json',
    sent((attempt) => [resigned(attempt, write(parsed(attempt.request.body)), { 'content-type': type })]),
  ),
);
