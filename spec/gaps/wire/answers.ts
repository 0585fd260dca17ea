/** Answers: their status, their form, and what a route that the document does not name gets. */
import { wireGap, type WireGapTable } from '../../gap.ts';

export const answers = {
  'submit-status': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'Which success status does a job submit answer with?',
    accept: 'Any 2xx.',
    default: '202',
    values: { '202': 'Accepted: the work is still to come.', '200': 'OK.', '201': 'Created.' },
  }),
  'upload-status': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'Which success status does an upload answer with?',
    accept: 'Any 2xx.',
    default: '201',
    values: { '201': 'Created.', '200': 'OK.', '202': 'Accepted.' },
  }),
  'session-status': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'Which success status does a session call answer with?',
    accept: 'Any 2xx.',
    default: '201',
    values: { '201': 'Created.', '200': 'OK.', '202': 'Accepted.' },
  }),
  'json-media-type': wireGap({
    kind: 'silent',
    section: 'conventions',
    question: 'Does the content type of a JSON answer carry a charset?',
    accept: 'application/json with or without parameters, in any case.',
    default: 'plain',
    values: { plain: 'application/json alone.', charset: 'application/json; charset=utf-8.' },
  }),
  'timestamp-precision': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'How fine are the ISO 8601 UTC times, and is UTC written as Z or as an offset of zero?',
    accept: 'Any ISO 8601 date-time whose offset is zero, with any number of decimals.',
    default: 'milliseconds',
    values: {
      milliseconds: 'Three decimals and Z.',
      seconds: 'No decimals and Z.',
      'zero-offset': 'Six decimals and +00:00.',
    },
  }),
  'extra-members': wireGap({
    kind: 'silent',
    section: 'versioning',
    question: 'May objects in version 1 carry members that the document does not name?',
    accept:
      'Further members anywhere, but no `prompt` in a Voice Changer session; a client ignores what it does not know.',
    default: 'none',
    values: {
      none: 'Only the documented members.',
      some: 'Each resource and each entry of a list has one more, `object`, naming its kind.',
    },
  }),
  'id-form': wireGap({
    kind: 'silent',
    section: 'resources',
    question: 'What do ids and file keys look like, and how long are they?',
    accept: 'Any non-empty string that can stand in a path segment unescaped.',
    default: 'prefixed',
    values: {
      prefixed: 'A short word for the kind, an underscore, letters and digits.',
      uuid: 'Lower-case hexadecimal in the grouping of a UUID, with no word for the kind.',
    },
  }),
  'unknown-route': wireGap({
    kind: 'silent',
    section: 'errors',
    question: 'What does an unknown path get, and a known one with a method that it lacks, such as OPTIONS?',
    accept: 'Any 4xx; no success, no side effect.',
    default: '404',
    values: {
      '404': '`not_found` for both.',
      '405': '404 for a path; for a method 405 with Allow, `not_found` in its body for want of a better code.',
    },
  }),
  'trailing-slash': wireGap({
    kind: 'silent',
    section: 'endpoints',
    question: 'Is a path with a slash at its end the same path?',
    accept: 'The same answer as without the slash, or 404.',
    default: 'unknown',
    values: { unknown: 'An unknown path.', same: 'The same path.' },
  }),
  'read-status': wireGap({
    kind: 'explicit',
    section: 'endpoints',
    question: 'Which success status do the reads answer with?',
    accept: 'Any 2xx with a body.',
    default: '200',
    values: {
      '200': 'OK.',
      '203': 'Non-Authoritative Information: OK, by way of a gateway.',
    },
  }),
  'response-headers': wireGap({
    kind: 'silent',
    section: 'conventions',
    question: 'Which headers do answers carry for caches, compression, browsers and support?',
    accept: 'Any headers that HTTP allows.',
    default: 'least',
    values: {
      least: 'The least that HTTP asks for; no caching, no compression, no CORS.',
      gateway: 'Those of a gateway too: Server, Via and Vary.',
    },
  }),
} as const satisfies WireGapTable;
