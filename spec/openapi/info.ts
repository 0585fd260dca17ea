/** The head of the document: what it is, where it is served, how its operations are grouped and guarded. */
import type { InfoObject, SecuritySchemeObject, ServerObject, TagObject } from 'openapi3-ts/oas31';
import { limits } from '../limits.ts';
import type { Operation } from '../operations.ts';
import { citing, clausesUnder, leavingOpen } from './extensions.ts';

export const info: InfoObject & { summary: string } = {
  title: 'Face and Voice Generation Service',
  version: '1',
  summary: 'Media jobs, real-time sessions, billing and webhooks.',
  description: `A description of the service by its stand-in, made from the service's interface document; it is not published by the service.

- \`x-clauses\`: the facts of the document that a part rests on, by id.
- \`x-gaps\`: the points that the document leaves open or contradicts itself on. Rely on none of them.
- \`x-understudy-default\`: what the mock does there.

A key may send ${limits.requestsPerMinute} requests a minute. The sockets of the two kinds of session are in the AsyncAPI document.`,
  license: { name: 'MIT', identifier: 'MIT' },
  ...citing(clausesUnder(['versioning.', 'limits.request-rate'])),
  ...leavingOpen(['rate-limit-window', 'rate-limit-counts', 'unknown-route', 'extra-members', 'json-media-type']),
};

export const servers: ServerObject[] = [
  {
    url: '{base_url}',
    description: 'The service.',
    variables: {
      base_url: {
        default: 'https://service.example/api/v1',
        description: 'Address of the service; its last segment is the version of the interface.',
      },
    },
  },
  { url: 'http://127.0.0.1:4870/api/v1', description: 'The mock, as it starts by default.' },
];

type Tag = Operation['tag'] | 'Webhooks';

const tagDescriptions: Record<Tag, string> = {
  Uploads: 'Files that jobs take as inputs.',
  Jobs: 'Asynchronous work: submit it, follow it to `succeeded` or `failed`, fetch the result.',
  Sessions: 'Funded time on a socket, billed by the second that is streamed.',
  Voices: 'The voices of the Voice Changer.',
  Billing: 'Prepaid balance, usage and rates.',
  Webhooks: 'What the service sends to a receiver when a job ends.',
};

export const tags: TagObject[] = Object.entries(tagDescriptions).map(([name, description]) => ({ name, description }));

export const securitySchemes: Record<string, SecuritySchemeObject> = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, sent as a bearer token by programs on servers only: it spends the balance of its account.',
    ...citing(clausesUnder(['authentication.bearer-', 'authentication.key-', 'authentication.revoked-'])),
    ...leavingOpen(['bearer-case', 'authenticate-header']),
  },
};
