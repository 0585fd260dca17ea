/** Webhooks that are not sent, or sent for what asked for none, or too early, or to another address. */
import type { ClauseId } from '../../spec/clauses.ts';
import { jobEndpoints } from '../../spec/vocabulary.ts';
import { isObject } from '../reading/members.ts';
import type { Ports } from '../targets/mock.ts';
import type { Defect } from './defect.ts';
import { decided, defectOf, post, sendBy, sent, submits, without } from './webhook-wraps.ts';

const defect = defectOf('webhook-content');

const polled: ClauseId = 'events.content.data-as-polled';

const drop = (when: (command: Parameters<Parameters<typeof submits>[0]>[1]) => boolean): (() => Ports) =>
  submits((told, command) => (when(command) ? without(told, 'callback_url') : told));

const taken = { requests: [], outcome: { kind: 'answered', status: 200 } } as const;

const withheld = (
  when: (job: Parameters<ReturnType<NonNullable<Ports['deliver']>>>[0]['job']) => boolean,
): (() => Ports) => {
  return () => ({ deliver: (next) => (attempt) => (when(attempt.job) ? taken : next(attempt)) });
};

const sending: readonly Defect[] = [
  ...jobEndpoints.map((endpoint) =>
    defect(
      `none-for-${endpoint}`,
      `sends no webhook for ${endpoint}`,
      'events.content.every-capability',
      drop((command) => command.endpoint === endpoint),
      endpoint === 'face-swap-image' ? ['events.content.succeeded-sent', 'events.content.failed-sent'] : [],
    ),
  ),
  defect(
    'none-when-succeeded',
    'sends no webhook for jobs that succeed',
    'events.content.succeeded-sent',
    withheld(({ state }) => state.status === 'succeeded'),
  ),
  defect(
    'none-at-all',
    'sends no webhook',
    'events.content.succeeded-sent',
    drop(() => true),
    ['events.content.failed-sent'],
  ),
  defect(
    'none-when-failed',
    'sends no webhook for jobs that fail',
    'events.content.failed-sent',
    withheld(({ state }) => state.status === 'failed'),
  ),
  defect(
    'none-when-rejected',
    'sends no webhook where an input was rejected',
    'events.content.failed-sent',
    withheld(({ state }) => state.status === 'failed' && state.code === 'content_rejected'),
  ),
  defect(
    'none-when-timed-out',
    'sends no webhook for jobs that took too long',
    'events.content.failed-sent',
    withheld(({ state }) => state.status === 'failed' && state.reason === 'timed_out'),
  ),
  defect(
    'none-when-cancelled',
    'sends no webhook for jobs that were cancelled',
    'events.content.failed-sent',
    withheld(({ state }) => state.status === 'failed' && state.reason === 'cancelled'),
  ),
  defect(
    'one-for-each-address',
    'drops a webhook to an address to which one was just sent',
    'events.content.succeeded-sent',
    () => {
      const last = new Map<string, { readonly at: number; readonly id: string }>();
      return {
        deliver: (next) => (attempt) => {
          const { request, at, deliveryId } = attempt;
          const before = last.get(request.url);
          last.set(request.url, { at, id: deliveryId });
          return before !== undefined && before.id !== deliveryId && at - before.at < 5_000 ? taken : next(attempt);
        },
      };
    },
    ['events.content.failed-sent'],
  ),
  defect(
    'without-callback',
    'sends a webhook of each job to the address that its account gave last',
    'events.content.none-without-callback',
    () => {
      const last = new Map<string, unknown>();
      return submits((told, _, { id }) => {
        const url = told['callback_url'] ?? last.get(id);
        if (url === undefined) return told;
        last.set(id, url);
        return { ...told, callback_url: url };
      })();
    },
  ),
  defect(
    'without-callback-when-failed',
    'sends failures to the address that its account gave last, also of a job that gave none',
    'events.content.none-without-callback',
    () => {
      const last = new Map<string, string>();
      return decided((all, command, account, now) => {
        if (command.type === 'submit-job' && typeof command.body['callback_url'] === 'string')
          last.set(account.id, command.body['callback_url']);
        const [failed] = all.filter((event) => event.type === 'job.failed');
        const url = last.get(account.id);
        if (failed !== undefined && url !== undefined && account.jobs.get(failed.jobId)?.delivery === undefined)
          post(
            url,
            account.webhookSecret,
            {
              event: 'job.failed',
              sent_at: new Date(now).toISOString(),
              delivery_id: `dlv_${failed.jobId}`,
              data: {
                id: failed.jobId,
                status: 'failed',
                output_url: null,
                charged_usd: 0,
                error: { code: failed.code, message: 'It failed.' },
              },
            },
            now,
          );
        return all;
      });
    },
  ),
  ...(['session.created', 'session.connected', 'session.ended', 'session.settled'] as const).map((type) =>
    defect(
      `for-sessions-${type.slice('session.'.length)}`,
      `sends a webhook when a session is ${type.slice('session.'.length)}`,
      'events.content.none-for-sessions',
      () => {
        const last = new Map<string, string>();
        return decided((all, command, account, now) => {
          if (command.type === 'submit-job' && typeof command.body['callback_url'] === 'string')
            last.set(account.id, command.body['callback_url']);
          const url = last.get(account.id);
          for (const event of all)
            if (event.type === type && url !== undefined)
              post(
                url,
                account.webhookSecret,
                {
                  event: type,
                  sent_at: new Date(now).toISOString(),
                  delivery_id: `dlv_${account.version}`,
                  data: { status: 'ended' },
                },
                now,
              );
          return all;
        });
      },
    ),
  ),
  ...(
    [
      ['queued', 'submit-job'],
      ['processing', 'start-job'],
    ] as const
  ).map(([status, type]) =>
    defect(
      `when-${status}`,
      `sends a webhook when a job is ${status}`,
      'events.content.none-before-terminal',
      () =>
        decided((all, command, account, now) => {
          for (const event of all) {
            const facts =
              event.type === 'job.submitted'
                ? event.job
                : event.type === 'job.started'
                  ? account.jobs.get(event.jobId)
                  : undefined;
            if (command.type === type && facts?.delivery !== undefined)
              post(
                facts.delivery.url,
                account.webhookSecret,
                {
                  event: `job.${status}`,
                  sent_at: new Date(now).toISOString(),
                  delivery_id: `${facts.delivery.id}-${status}`,
                  data: { id: facts.id, status, output_url: null, charged_usd: 0, error: null },
                },
                now,
              );
          }
          return all;
        }),
      ['events.content.jobs-only', 'events.content.event-enum', 'events.content.delivery-id-stable'],
    ),
  ),
  defect(
    'before-the-end',
    'sends a webhook some seconds before polling shows the end',
    'events.content.none-before-terminal',
    () => {
      const endedAt = new Map<string, number>();
      return {
        ...decided((all) => {
          for (const event of all)
            if (event.type === 'job.succeeded' || event.type === 'job.failed') endedAt.set(event.jobId, event.at);
          return all;
        }),
        present: (next) => (answer, asked) => {
          if (asked.operation !== 'getJob' || asked.refused !== undefined || !isObject(answer.body))
            return next(answer, asked);
          const id = String(answer.body['id']);
          const isFresh = asked.now - (endedAt.get(id) ?? Number.NEGATIVE_INFINITY) < 5_000;
          return next(
            isFresh
              ? { ...answer, body: { id, status: 'processing', output_url: null, charged_usd: 0, error: null } }
              : answer,
            asked,
          );
        },
      };
    },
    [polled],
  ),
];

const addresses = (
  [
    [
      'query-dropped',
      'leaves the query of callback_url out',
      (url) => Object.assign(new URL(url), { search: '' }).href,
    ],
    ['query-decoded', 'decodes the query of callback_url', (url) => decodeURIComponent(url)],
    ['query-added', 'adds the event to the query of callback_url', (url) => `${url}&event=job`],
    [
      'slash-added',
      'adds a slash to the path of callback_url',
      (url) => Object.assign(new URL(url), { pathname: `${new URL(url).pathname}/` }).href,
    ],
    [
      'path-added',
      'adds a path of its own to callback_url',
      (url) => Object.assign(new URL(url), { pathname: `${new URL(url).pathname}/webhook` }).href,
    ],
    ['host-alone', 'posts webhooks to the host of callback_url alone', (url) => `${new URL(url).origin}/`],
    [
      'capitals',
      'writes the path of callback_url in capitals',
      (url) => Object.assign(new URL(url), { pathname: new URL(url).pathname.toUpperCase() }).href,
    ],
  ] as readonly (readonly [string, string, (url: string) => string])[]
).map(([word, does, change]) =>
  defect(
    `address-${word}`,
    does,
    'events.content.posted-to-callback-url',
    sent(({ request }) => [{ ...request, url: change(request.url) }]),
  ),
);

const methods: readonly Defect[] = ['GET', 'PUT', 'PATCH'].map((method) =>
  defect(
    `method-${method.toLowerCase()}`,
    `delivers webhooks by ${method}`,
    'events.content.posted-to-callback-url',
    () => ({
      deliver:
        () =>
        ({ request }) => {
          sendBy(method, request);
          return taken;
        },
    }),
  ),
);

const mixedUp = defect(
  'address-of-first',
  'posts the webhooks of an account to the first address it gave',
  'events.content.posted-to-callback-url',
  () => {
    const first = new Map<string, unknown>();
    return submits((told, _, { id }) => {
      if (told['callback_url'] === undefined) return told;
      if (!first.has(id)) first.set(id, told['callback_url']);
      return { ...told, callback_url: first.get(id) };
    })();
  },
  ['events.content.every-capability', 'events.content.succeeded-sent', 'events.content.failed-sent'],
);

export const webhookSendingDefects: readonly Defect[] = [...sending, ...addresses, ...methods, mixedUp];
