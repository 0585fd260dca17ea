/** What holds for every address and body. */
import { must, type ClauseTable } from '../clause.ts';

export const conventions = {
  'conventions.paths-under-base-url': must('server', 'Every endpoint is reached at its path appended to `{base_url}`.'),
  'conventions.stream-url-from-session': must(
    'client',
    'A client opens the WebSocket at the `stream_url` its session call gave it, not at an address of its own making.',
  ),
  'conventions.request-json': must(
    'client',
    'A request body is sent as JSON wherever an endpoint names no other type.',
  ),
  'conventions.response-json': must('server', 'A response body is JSON wherever an endpoint names no other type.'),
} as const satisfies ClauseTable;
