/** Calls with a JSON body: lawful ones, and what becomes of them when one field is changed. */
import type { HttpErrorCode } from '../../spec/errors.ts';
import type { GapId } from '../../spec/gaps.ts';
import type { Operation } from '../../spec/operations.ts';
import { operations } from '../../spec/operations.ts';
import { type JobEndpoint, jobEndpoints } from '../../spec/vocabulary.ts';
import type { Actor } from '../actor.ts';
import { type Broken, brokenValues } from '../arbitraries/broken.ts';
import { type Field, type Rule, fieldsOf, rulesOf } from '../arbitraries/field.ts';
import { type JobOperationId, jobCalls } from '../job-calls.ts';
import type { Breaks } from '../lawful/requests.ts';
import { casesOf, few, isAtLarge } from '../sample.ts';
import { isOfTheMoment } from '../reading/refusal.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess, toldOf } from '../wire/exchange.ts';
import { submitted } from './jobs.ts';

/** An operation that takes a JSON body. */
export type CallId = JobOperationId | 'createLiveSwapSession' | 'createVoiceSession';

export type CallFacts = {
  readonly id: CallId;
  /** As the ids of clauses have it: `full-live-swap`. */
  readonly name: JobEndpoint | 'full-live-swap' | 'voice-session';
  /** Undefined for the two sessions, which cost nothing until they are connected. */
  readonly endpoint: JobEndpoint | undefined;
  readonly fields: readonly Field[];
};

export const calls: readonly CallFacts[] = [
  ...jobEndpoints.map((endpoint) => factsOf(jobCalls[endpoint].operation, endpoint, endpoint)),
  factsOf('createLiveSwapSession', 'full-live-swap', undefined),
  factsOf('createVoiceSession', 'voice-session', undefined),
];

function factsOf(id: CallId, name: CallFacts['name'], endpoint: JobEndpoint | undefined): CallFacts {
  const { body }: Operation = operations[id];
  return { id, name, endpoint, fields: body === undefined ? [] : fieldsOf(body) };
}

export const callNamed = (name: CallFacts['name']): CallFacts => {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new Error(`there is no call ${name}`);
  return found;
};

/** `POST /avatar`. */
export const titleOf = ({ id }: CallFacts): string => `POST ${operations[id].path}`;

/** @param body members that replace or join those of a lawful body; one that is undefined is left out */
export const ask = async (
  actor: Actor,
  { id, endpoint }: CallFacts,
  body: { readonly [name: string]: unknown } = {},
  breaks?: Breaks,
): Promise<Exchange> => {
  const account = await actor.main();
  const usual = endpoint === undefined ? usualSession(actor, id) : await actor.bodyOf(account, endpoint);
  return actor.call(account, id, { body: { ...usual, ...body }, ...(breaks !== undefined && { breaks }) });
};

/** Of a deployment the shortest. */
const usualSession = ({ target: { control } }: Actor, id: CallId): { readonly [name: string]: unknown } =>
  id === 'createVoiceSession' ? {} : { duration_minutes: control === undefined ? 1 : 5 };

/** The least that is lawful: no field that may be left out. */
export const plain = (actor: Actor, call: CallFacts): Promise<Exchange> => {
  if (call.endpoint !== undefined) return submitted(actor, call.endpoint);
  const usual = usualSession(actor, call.id);
  // One that others look at, too.
  if (actor.target.control === undefined && 'duration_minutes' in usual) return sessionOf(actor, call, usual);
  return actor.run.once((one) => ask(one, call), `plain ${call.id}`);
};

/** A lawful session call, made once in a run. */
export const sessionOf = async (
  actor: Actor,
  call: CallFacts,
  body: { readonly [name: string]: unknown },
): Promise<Exchange> => {
  // It may be one of the first.
  if (actor.target.control === undefined) await actor.run.sessionLeave.first();
  return actor.run.once((one) => ask(one, call, body), sessionName(call, body));
};

/** By which it is known in a run. */
export const sessionName = (call: CallFacts, body: { readonly [name: string]: unknown }): string =>
  `session ${call.name} ${JSON.stringify(body)}`;

/** Whether a lawful call was accepted. Throws NotTestable where it was refused for something that a deployment may say at any time. */
export const isAccepted = (actor: Actor, exchange: Exchange): boolean => {
  if (isSuccess(exchange)) return true;
  if (exchange.answer === undefined || (actor.target.control === undefined && isOfTheMoment(exchange))) {
    throw new NotTestable(`it needs a lawful call to be answered, and got ${toldOf(exchange)}`, undefined, [exchange]);
  }
  return false;
};

/** Throws NotTestable where not even the least that is lawful is accepted: then a refusal says nothing. */
export const wantPlain = async (actor: Actor, call: CallFacts): Promise<void> => {
  const exchange = await plain(actor, call);
  if (!isAccepted(actor, exchange)) actor.wanted(undefined, `a ${titleOf(call)} that is accepted`, exchange);
};

export type Refused = {
  readonly call: CallFacts;
  readonly field: Field;
  readonly rule: Rule;
  readonly says: string;
  readonly exchange: Exchange;
};

export const sendBroken = async (actor: Actor, call: CallFacts, field: Field, { value }: Broken): Promise<Exchange> => {
  const { endpoint } = call;
  const isDear = typeof value === 'string' && value.length > dearCharacters && !isAtLarge(actor.run);
  // Whoever spoke all of it would be paid for an hour: so nobody is there to speak it.
  const others = endpoint !== undefined && isDear ? actor.bodyOfNothing(endpoint) : {};
  return ask(actor, call, { ...others, [field.name]: value }, `field:${field.name}`);
};

const dearCharacters = 1_000;

/** The answers to one field that breaks one rule in the known ways, sent once in a run. */
export const brokenAnswers = (actor: Actor, call: CallFacts, field: Field, rule: Rule): Promise<readonly Refused[]> =>
  actor.run.once(async (one) => {
    if (mayBeMade(one, call)) await wantPlain(one, call);
    const answers: Refused[] = [];
    const name = isLimit(rule) ? undefined : `${call.id} ${field.name}`;
    for (const broken of casesOf(one.run, brokenValues(field, rule), name)) {
      answers.push({ call, field, rule, says: broken.says, exchange: await sendBroken(one, call, field, broken) });
    }
    return answers;
  }, `broken ${call.id} ${field.name} ${rule}`);

const isLimit = (rule: Rule): boolean => !['required', 'type', 'enum'].includes(rule);

/** Submits cost money. */
const mayBeMade = (actor: Actor, { endpoint }: CallFacts): boolean => endpoint === undefined || actor.run.purse.mayPay;

/** The calls that can be made lawfully. */
export const callsFor = (actor: Actor): readonly CallFacts[] => calls.filter((call) => mayBeMade(actor, call));

/** Every field that breaks one of those rules, of every call; each is sent when it is asked for. */
export async function* allBroken(actor: Actor, rules: readonly Rule[]): AsyncGenerator<Refused> {
  // The first two are the sessions.
  for (const call of few(actor.run, sessionsFirst(calls), 2)) yield* brokenOf(actor, call, rules);
}

/** The same of one call; none where its plain form could be made and is not accepted. */
export async function* brokenOf(actor: Actor, call: CallFacts, rules: readonly Rule[]): AsyncGenerator<Refused> {
  for (const field of call.fields) {
    for (const rule of rulesOf(field).filter((one) => rules.includes(one))) {
      let answers: readonly Refused[];
      try {
        answers = await brokenAnswers(actor, call, field, rule);
      } catch (error) {
        if (error instanceof NotTestable) return;
        throw error;
      }
      // How things stand may be told before what is wrong (gap `refusal-order`).
      yield* answers.filter(({ exchange }) => actor.target.control !== undefined || !isOfTheMoment(exchange));
    }
  }
}

/** They cost nothing. */
const sessionsFirst = (all: readonly CallFacts[]): readonly CallFacts[] => [
  ...all.filter(({ endpoint }) => endpoint === undefined),
  ...all.filter(({ endpoint }) => endpoint !== undefined),
];

/** Every job endpoint asked for nothing at all: an object without members, which names no file and is taken by nobody. */
export const emptySubmits = async (
  actor: Actor,
): Promise<readonly { readonly call: CallFacts; readonly exchange: Exchange }[]> => {
  const account = await actor.main();
  const sent: { call: CallFacts; exchange: Exchange }[] = [];
  for (const call of calls.filter(({ endpoint }) => endpoint !== undefined)) {
    const exchange = await actor.call(account, call.id, { body: {}, breaks: 'no-fields' });
    sent.push({ call, exchange });
  }
  return sent;
};

/** What may refuse a field that breaks a rule. */
export const codesFor = (rule: Rule): { readonly codes: readonly HttpErrorCode[]; readonly gaps: readonly GapId[] } =>
  rule === 'maxLength'
    ? { codes: ['invalid_input', 'input_too_large'], gaps: ['text-too-long'] }
    : { codes: ['invalid_input'], gaps: [] };
