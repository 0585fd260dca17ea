/** Ways in which a mock's webhooks are made wrong. */
import { request as httpRequest } from 'node:http';
import type { ClauseId } from '../../spec/clauses.ts';
import { isObject } from '../reading/members.ts';
import type { MockOptions, Ports } from '../targets/mock.ts';
import { readSignature, signatureOf } from '../verify-signature.ts';
import type { Defect, Family } from './defect.ts';

type Inner<Name extends keyof Ports> = ReturnType<NonNullable<Ports[Name]>>;
type PresentWebhook = Inner<'presentWebhook'>;
export type Body = Parameters<PresentWebhook>[0];
export type Facts = Parameters<PresentWebhook>[1];
export type Signing = Parameters<Inner<'sign'>>[0];
export type Attempt = Parameters<Inner<'deliver'>>[0];
export type Request = Attempt['request'];
export type Failed = Parameters<Inner<'nextAttempt'>>[0];
export type Outcome = Parameters<Inner<'isSuccess'>>[0];
type Decide = Inner<'decide'>;
type Command = Parameters<Decide>[2];
type Account = Parameters<Decide>[0];
type Decision = ReturnType<Decide>;
type Event = NonNullable<Decision['events']>[number];

/** Makes the defects of one family. */
export const defectOf =
  (family: Family) =>
  (
    words: string,
    does: string,
    clause: ClauseId,
    ports: () => Ports,
    also: readonly ClauseId[] = [],
    options: MockOptions = {},
  ): Defect => ({ id: `${family}.${words}`, does, clause, also, ports, options });

export type Members = { readonly [name: string]: unknown };

export const without = (value: Members, name: string): Members =>
  Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));

/** The body of every webhook is changed. */
export const body = (change: (body: Body, facts: Facts) => Body): (() => Ports) => {
  return () => ({ presentWebhook: (next) => (told, facts) => next(change(told, facts), facts) });
};

/** The job in it is. */
export const data = (change: (job: Members, facts: Facts) => unknown): (() => Ports) =>
  body((told, facts) => ({ ...told, data: change(told['data'] as Members, facts) }));

/** The job in it, where it ended in one of the two ways. */
export const dataOf = (
  status: 'succeeded' | 'failed',
  change: (job: Members, facts: Facts) => unknown,
): (() => Ports) => data((job, facts) => (facts.job.state.status === status ? change(job, facts) : job));

export const sign = (change: (signing: Signing) => string): (() => Ports) => {
  return () => ({ sign: () => change });
};

/** `v1` is made otherwise. */
export const made = (v1: (signing: Signing) => string): (() => Ports) =>
  sign((signing) => `t=${signing.t},v1=${v1(signing)}`);

/** What goes out for an attempt is changed, or is something else, or several requests. */
export const sent = (change: (attempt: Attempt) => readonly Request[]): (() => Ports) => {
  return () => ({ deliver: () => (attempt) => ({ requests: change(attempt) }) });
};

/** The same request with other bytes, signed as it should be. */
export const resigned = ({ request, account }: Attempt, bytes: string | Uint8Array, headers: Members = {}): Request => {
  const [name = '', header = ''] = Object.entries(request.headers).find(([, value]) => value.startsWith('t=')) ?? [];
  const t = readSignature(header).time ?? '';
  return {
    ...request,
    headers: {
      ...request.headers,
      ...(headers as { [name: string]: string }),
      [name]: `t=${t},v1=${signatureOf(account.webhookSecret, t, Buffer.from(bytes))}`,
    },
    body: bytes,
  };
};

/** The signature header is taken away, or changed. */
export const header = ({ request }: Attempt, change: (name: string, value: string) => Members): Request => ({
  ...request,
  headers: Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value.startsWith('t=') ? Object.entries(change(name, value)) : [[name, value]],
    ),
  ) as { [name: string]: string },
});

/** What a submit asks for is changed before it is decided on. */
export const submits = (
  change: (body: Members, command: Command & { type: 'submit-job' }, account: Account) => Members,
): (() => Ports) => {
  return () => ({
    decide: (next) => (account, world, command, moment) =>
      next(
        account,
        world,
        command.type === 'submit-job' ? { ...command, body: change(command.body, command, account) } : command,
        moment,
      ),
  });
};

/** What was decided is changed, or followed by more. */
export const decided = (
  change: (events: readonly Event[], command: Command, account: Account, now: number) => readonly Event[],
): Ports => ({
  decide: (next) => (account, world, command, moment) => {
    const decision = next(account, world, command, moment);
    if ('refusal' in decision) return decision;
    return { ...decision, events: change(decision.events, command, account, moment.now) };
  },
});

/** When it is tried again is another. */
export const retried = (change: (usual: number | undefined, failed: Failed) => number | undefined): (() => Ports) => {
  return () => ({ nextAttempt: (next) => (failed) => change(next(failed), failed) });
};

/** What an attempt was answered with; 0 without an answer. */
export const statusOf = (outcome: Outcome): number => (outcome.kind === 'answered' ? outcome.status : 0);

/** A request of the server's own, that nobody asked for; it is signed as all are. */
export const post = (
  url: string,
  secret: string,
  json: unknown,
  now: number,
  { method = 'POST', signatureHeader = 'Service-Signature' } = {},
): void => {
  const bytes = Buffer.from(JSON.stringify(json));
  const t = Math.floor(now / 1_000);
  sendBy(method, {
    url,
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: `t=${t},v1=${signatureOf(secret, t, bytes)}`,
    },
    body: bytes,
  });
};

export const sendBy = (method: string, { url, headers, body: bytes }: Request): void => {
  const call = httpRequest(url, {
    method,
    agent: false,
    headers: { ...headers, 'content-length': Buffer.byteLength(bytes) },
  });
  call.on('response', (response) => response.resume());
  call.on('error', () => undefined);
  call.end(bytes);
};

/** The JSON that was to be sent. */
export const parsed = (bytes: Uint8Array | string): Members => {
  const json: unknown = JSON.parse(Buffer.from(bytes).toString());
  return isObject(json) ? json : {};
};

/** As it should be. */
export const right = (signing: Signing): string => signatureOf(signing.secrets[0], signing.t, signing.body);

export const jsonIn = ({ body }: Signing): { readonly [name: string]: unknown } =>
  JSON.parse(Buffer.from(body).toString()) as { readonly [name: string]: unknown };

/** What a signature's t goes by, where it is to be seen whether it is fresh. */
export const clockOptions: MockOptions = { signatureTime: 'clock' };
