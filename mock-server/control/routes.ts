/** The routes of the control API that need its token, as tables by topic. */
import type { Static, TSchema } from 'typebox';
import type { JobOutcome } from '../../spec/magic.ts';
import { FaultRuleBody } from '../../spec/schemas/faults.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { JsonObject } from '../http/read-body.ts';
import type { AccountRequest } from './accounts.ts';
import type { Advance } from './clock.ts';
import { readConductQuery } from './conduct.ts';
import type { Control } from './control.ts';
import { readJournalFilter } from './journal.ts';
import { readLedgerFilter } from './ledger.ts';
import { readListFilter } from './list-filter.ts';
import { CutSocketBody } from './live-sockets.ts';
import { type ListFilter, NotListed } from './newest.ts';
import { ResendBody } from './resend-fault.ts';
import { StartScenarioBody } from './scenarios.ts';
import {
  AdvanceBody,
  CapacityBody,
  ClockBody,
  CreateAccountBody,
  FinishJobBody,
  ResetBody,
  TopUpBody,
} from './schemas.ts';

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: TSchema;
  /** Whether no body is as good as an empty object. */
  readonly mayBeLeftOut?: true;
  readonly status?: 201 | 202;
  readonly run: (input: Input) => unknown;
};

type Input = {
  readonly body: JsonObject;
  readonly params: { readonly [name: string]: string };
  readonly query: URLSearchParams;
};

export const routesOf = (control: Control): Route[] => [
  ...beginnings(control),
  ...clock(control),
  ...accounts(control),
  ...obstacles(control),
  ...jobs(control),
  ...deliveries(control),
  ...history(control),
];

const beginnings = (control: Control): Route[] => [
  {
    method: 'POST',
    path: '/reset',
    body: ResetBody,
    mayBeLeftOut: true,
    run: ({ body }) => control.resetWorld(body['force'] === true),
  },
  { method: 'POST', path: '/restart', run: () => control.restart() },
  { method: 'GET', path: '/scenarios', run: () => control.scenarios() },
  { method: 'POST', path: '/scenarios', body: StartScenarioBody, run: ({ body }) => control.startScenario(body) },
  { method: 'DELETE', path: '/scenarios', run: () => control.endScenario() },
  { method: 'GET', path: '/scenarios/verdict', run: () => control.scenarioVerdict() },
];

const clock = (control: Control): Route[] => [
  { method: 'GET', path: '/clock', run: () => control.clock() },
  { method: 'PUT', path: '/clock', body: ClockBody, run: ({ body }) => control.setClockMode(String(body['mode'])) },
  {
    method: 'POST',
    path: '/clock/advance',
    body: AdvanceBody,
    run: ({ body }) => control.advance(body as unknown as Advance),
  },
];

const accounts = (control: Control): Route[] => [
  {
    method: 'POST',
    path: '/accounts',
    body: CreateAccountBody,
    status: 201,
    run: ({ body }) => control.createAccount(body as unknown as AccountRequest),
  },
  { method: 'GET', path: '/accounts/:id', run: ({ params: { id = '' } }) => control.account(id) },
  {
    method: 'GET',
    path: '/accounts/:id/ledger',
    run: ({ query, params: { id = '' } }) => asked(readLedgerFilter(query), (filter) => control.ledger(id, filter)),
  },
  {
    method: 'POST',
    path: '/accounts/:id/top-up',
    body: TopUpBody,
    run: ({ body, params: { id = '' } }) => control.topUp(id, Number(body['amount_usd'])),
  },
  {
    method: 'POST',
    path: '/accounts/:id/keys',
    status: 201,
    run: ({ params: { id = '' } }) => control.createKey(id),
  },
  {
    method: 'DELETE',
    path: '/accounts/:id/keys/:key',
    run: ({ params: { id = '', key = '' } }) => control.revokeKey(id, key),
  },
  {
    method: 'POST',
    path: '/accounts/:id/webhook-secret',
    run: ({ params: { id = '' } }) => control.rotateWebhookSecret(id),
  },
];

/** Capacity that is missing, and faults. */
const obstacles = (control: Control): Route[] => [
  { method: 'GET', path: '/capacity', run: () => control.capacity() },
  { method: 'PUT', path: '/capacity', body: CapacityBody, run: ({ body }) => control.setCapacity(body) },
  { method: 'GET', path: '/choices', run: () => control.choices() },
  { method: 'GET', path: '/faults', run: () => control.faults() },
  {
    method: 'POST',
    path: '/faults',
    body: FaultRuleBody,
    status: 201,
    run: ({ body }) => control.addFault(body as unknown as FaultRuleBody),
  },
  { method: 'DELETE', path: '/faults', run: () => control.clearFaults() },
  { method: 'DELETE', path: '/faults/:id', run: ({ params: { id = '' } }) => control.removeFault(id) },
];

const jobs = (control: Control): Route[] => [
  { method: 'GET', path: '/jobs', run: ({ query }) => listed(query, control.jobs) },
  { method: 'GET', path: '/jobs/:id', run: ({ params: { id = '' } }) => control.job(id) },
  {
    method: 'POST',
    path: '/jobs/:id/finish',
    body: FinishJobBody,
    mayBeLeftOut: true,
    run: ({ body, params: { id = '' } }) => control.finishJob(id, body['outcome'] as JobOutcome | undefined),
  },
  { method: 'GET', path: '/sessions', run: ({ query }) => listed(query, control.sessions) },
  {
    method: 'POST',
    path: '/sessions/:id/cut',
    body: CutSocketBody,
    run: ({ body, params: { id = '' } }) => control.cutSocket(id, body as unknown as Static<typeof CutSocketBody>),
  },
];

const deliveries = (control: Control): Route[] => [
  { method: 'GET', path: '/deliveries', run: ({ query }) => listed(query, control.deliveries) },
  { method: 'GET', path: '/deliveries/:id', run: ({ params: { id = '' } }) => control.delivery(id) },
  {
    method: 'POST',
    path: '/deliveries/:id/resend',
    body: ResendBody,
    mayBeLeftOut: true,
    status: 202,
    run: ({ body, params: { id = '' } }) => control.resendDelivery(id, body),
  },
];

const history = (control: Control): Route[] => [
  { method: 'GET', path: '/journal', run: ({ query }) => asked(readJournalFilter(query), control.journal) },
  {
    method: 'GET',
    path: '/conduct',
    run: ({ query }) => asked(readConductQuery(query), (read) => control.conduct(read.accountId, read)),
  },
  { method: 'GET', path: '/explain/:id', run: ({ params: { id = '' } }) => control.explain(id) },
];

/** A page of a list, or what was wrong with the question. */
const listed = async (query: URLSearchParams, list: (filter: ListFilter) => Promise<unknown>): Promise<unknown> => {
  const filter = readListFilter(query);
  if (isRefused(filter)) return filter;
  return list(filter).catch((error: unknown) => {
    if (error instanceof NotListed) return refuse('invalid_input', error.message);
    throw error;
  });
};

/** What was asked for, or what was wrong with the question. */
const asked = <Asked extends object>(read: Asked | Refused, tell: (asked: Asked) => unknown): unknown =>
  isRefused(read) ? read : tell(read);
