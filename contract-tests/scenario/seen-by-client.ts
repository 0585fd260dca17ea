/** What the client of a story saw itself, where no control API tells more: its own requests, jobs, sockets and webhooks, and what its balance lost. */
import { endpointOf } from '../../scenarios/seen-by-control.ts';
import type { Seen, SeenDelivery, SeenJob, SeenSession } from '../../scenarios/seen.ts';
import { limits } from '../../spec/limits.ts';
import { jobCalls } from '../job-calls.ts';
import { readError } from '../reading/error.ts';
import { isTerminal, numberIn, textIn } from '../reading/members.ts';
import { isSuccess } from '../wire/exchange.ts';
import { textAt } from '../../scenarios/references.ts';
import type { Player } from './player.ts';

export const seenByClient = async (player: Player): Promise<Seen> => {
  const recorded = [...player.requests.recorded];
  return {
    accounts: await Promise.all(
      [...player.balances].map(async ([account, before]) => {
        const now = await player.balanceUsd(account);
        const spent = Math.round((before - now) * 1e6) / 1e6;
        return { account, balance_usd: now, charged_usd: 0, refunded_usd: 0, held_usd: 0, spent_usd: spent };
      }),
    ),
    jobs: jobsOf(player),
    sessions: sessionsOf(player),
    deliveries: deliveriesOf(player),
    requests: recorded.map(({ exchange, account, at }) => ({
      account: account ?? null,
      at,
      endpoint: endpointOf(exchange.operation ?? null),
      status: exchange.answer?.status ?? null,
      code: isSuccess(exchange) ? null : textOrNull(readError(exchange.answer?.json)?.code),
      key: exchange.request.headers['idempotency-key'] ?? null,
      faults: [],
      ...(exchange.answer !== undefined && { answered: JSON.stringify(exchange.answer.json) ?? '' }),
    })),
    sockets: player.lines.flatMap(({ account, stream }) => [
      { account, event: 'connected', code: null },
      ...(stream.end === undefined
        ? []
        : [{ account, event: stream.end.code === 1006 ? 'lost' : 'closed', code: stream.end.code }]),
    ]),
    unseen: {
      balance_usd: 'what a deployment has on the account is not the story’s to say',
      charged_usd: 'prices are the deployment’s own',
      refunded_usd: 'a deployment does not show refunds apart from charges',
      nets_to_zero: 'a deployment does not show refunds apart from charges',
      reason: 'reasons stand in the usage records of the deployment',
      fault: 'no faults are injected there',
      // No answer tells it, and the usage log is not the story's alone.
      ...(player.lines.length > 0 && { spent_usd: 'what a stream cost stands in the usage records of the deployment' }),
    },
  };
};

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Each as it was seen last. */
const jobsOf = ({ requests, owners }: Player): readonly SeenJob[] => {
  const jobs = new Map<string, SeenJob>();
  for (const { exchange } of requests.recorded) {
    const id = textIn(exchange, 'id');
    if (id === undefined || !isSuccess(exchange) || exchange.operation === undefined) continue;
    const submitted = Object.entries(jobCalls).find(([, { operation }]) => operation === exchange.operation)?.[0];
    const known = jobs.get(id);
    const endpoint = known?.endpoint ?? submitted;
    if (endpoint === undefined) continue;
    // A resubmit may say what was first said.
    if (known !== undefined && submitted !== undefined) continue;
    jobs.set(id, {
      account: owners.get(id) ?? 'main',
      id,
      endpoint,
      status: textIn(exchange, 'status') ?? '',
      code: textAt(exchange.answer?.json, ['error', 'code']) ?? null,
      charged_usd: isTerminal(exchange) ? (numberIn(exchange, 'charged_usd') ?? 0) : 0,
    });
  }
  return [...jobs.values()];
};

const sessionsOf = ({ requests, lines, owners }: Player): readonly SeenSession[] =>
  requests.recorded.flatMap(({ exchange }): SeenSession[] => {
    const id = textIn(exchange, 'session_id');
    if (id === undefined || !isSuccess(exchange)) return [];
    const line = lines.find(({ session }) => session === exchange);
    const ms = line === undefined ? 0 : (line.to ?? line.from) - line.from;
    return [
      {
        account: owners.get(id) ?? 'main',
        id,
        endpoint: endpointOf(exchange.operation ?? null) ?? '',
        status: line === undefined ? 'created' : line.stream.isOpen ? 'streaming' : 'ended',
        seconds: Math.ceil(ms / 1_000),
        charged_usd: 0,
        reason: null,
      },
    ];
  });

const deliveriesOf = ({ hooks, owners }: Player): readonly SeenDelivery[] => {
  const found = new Map<string, { readonly account: string; readonly outcomes: (number | string)[] }>();
  for (const { mailbox, answered } of hooks) {
    const answers = answered();
    for (const [index, { json }] of mailbox.deliveries.entries()) {
      const id = textAt(json, ['delivery_id']) ?? '?';
      const job = textAt(json, ['data', 'id']) ?? '';
      const entry = found.get(id) ?? { account: owners.get(job) ?? 'main', outcomes: [] };
      entry.outcomes.push(answers[index] ?? 200);
      found.set(id, entry);
    }
  }
  return [...found].map(([id, { account, outcomes }]) => ({
    id,
    account,
    outcomes,
    status: statusOf(outcomes),
  }));
};

/** As the document has it: one that was taken is over, and so is one after its last attempt. */
const statusOf = (outcomes: readonly (number | string)[]): string => {
  if (outcomes.some((one) => typeof one === 'number' && one < 300)) return 'delivered';
  return outcomes.length >= limits.webhookAttemptsMax ? 'abandoned' : 'scheduled';
};
