/** Receivers that do not verify, or not always. */
import type { Broken } from './broken.case.ts';
import { header, parsed, readWhole } from './frame.case.ts';

const forgeries = ['events.signature.mismatch-rejected', 'events.signature.raw-bytes'] as const;
const ages = ['events.signature.old-rejected', 'events.signature.future-rejected'] as const;
const unsigned = 'authentication.webhook-verified';

export const unverified: readonly Broken[] = [
  { id: 'unverified.never', clause: unsigned, also: [...forgeries, ...ages], mistake: () => ({ verify: () => true }) },
  {
    id: 'unverified.a-header-is-enough',
    clause: unsigned,
    also: [...forgeries, ...ages],
    mistake: () => ({ verify: ({ headers }) => headers[header] !== undefined }),
  },
  {
    id: 'unverified.without-a-header',
    clause: unsigned,
    mistake: (_, right) => ({
      verify: (request, body) => request.headers[header] === undefined || right.verify(request, body),
    }),
  },
  {
    id: 'unverified.with-an-empty-header',
    clause: unsigned,
    mistake: (_, right) => ({
      verify: (request, body) => request.headers[header] === '' || right.verify(request, body),
    }),
  },
  {
    id: 'unverified.without-v1',
    clause: unsigned,
    also: ['events.signature.mismatch-rejected'],
    mistake: (_, right) => ({
      // A loop over the signatures finds none that is wrong.
      verify: (request, body) =>
        right.parse(String(request.headers[header])).v1.length === 0 || right.verify(request, body),
    }),
  },
  {
    id: 'unverified.when-it-throws',
    clause: unsigned,
    also: ['events.signature.mismatch-rejected'],
    mistake: (_, right) => ({
      verify: (request, body) => {
        try {
          const [v1 = ''] = right.parse(String(request.headers[header])).v1;
          if (!/^[0-9a-f]{64}$/.test(v1)) throw new Error('it is malformed');
          return right.verify(request, body);
        } catch (error) {
          // It was only to be logged.
          return error instanceof Error;
        }
      },
    }),
  },
  {
    id: 'unverified.failed-jobs',
    clause: 'events.signature.mismatch-rejected',
    also: ['events.signature.raw-bytes'],
    // Nobody gains by a failure, it was thought.
    mistake: (_, right) => ({
      verify: (request, body) => parsed(body).event === 'job.failed' || right.verify(request, body),
    }),
  },
  {
    id: 'unverified.acts-before-it-verifies',
    clause: 'events.signature.mismatch-rejected',
    also: [...forgeries, ...ages, unsigned],
    mistake: (_, right) => ({
      handle: async (request, response) => {
        const body = await readWhole(request);
        const webhook = parsed(body);
        await right.take(webhook, right.key(webhook, request, body));
        response.writeHead(right.verify(request, body) ? 200 : 401).end();
      },
    }),
  },
  {
    id: 'unverified.refuses-with-200',
    clause: 'events.signature.mismatch-rejected',
    also: [...forgeries, ...ages, unsigned],
    mistake: (_, right) => ({
      handle: async (request, response) => {
        const body = await readWhole(request);
        if (!right.verify(request, body)) return void response.writeHead(200).end('{"error":"bad signature"}');
        const webhook = parsed(body);
        response.writeHead(await right.take(webhook, right.key(webhook, request, body))).end();
      },
    }),
  },
];
