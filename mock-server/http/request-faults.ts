/**
 * How faults meet a request of an operation: those it asks for in its headers, and those that rules say. What concerns the request is
 * enacted in `broken-reply.ts`; what concerns a job or a session is handed on with the command and stays with it.
 */
import { type Fault, type FaultFamily, faultEntry, familyOf } from '../../spec/faults.ts';
import type { Operation, OperationId } from '../../spec/operations.ts';
import { type Refused, isRefused, refuse } from '../domain/refusal.ts';
import type { FaultBook } from '../faults/book.ts';
import { faultsAskedFor } from './fault-headers.ts';
import type { Input } from './input.ts';
import type { JsonObject } from './read-body.ts';

export type MetFaults = {
  /** What the request itself meets. */
  readonly own: readonly Fault[];
  /** What its job or session, their webhooks and sockets are to meet. */
  readonly handedOn: readonly Fault[];
  /** All of them, for the journal. */
  readonly names: readonly string[];
};

type Asked = {
  readonly headers: Headers;
  /** Empty for a request without a key. */
  readonly accountId: string;
  readonly input: Input;
  /** What stands for the names in the path. */
  readonly params: JsonObject;
  readonly now: number;
};

const noFaults: MetFaults = { own: [], handedOn: [], names: [] };

/** Made once for each operation. A request is an occasion of its own family, a submit also one of its job, and so on. */
export const createFaultFinder = (
  id: OperationId,
  operation: Operation,
  book: FaultBook,
): ((asked: Asked) => MetFaults | Refused) => {
  const feature = featureOf(id, operation);
  return ({ headers, accountId, input, params, now }) => {
    const asked = faultsAskedFor(headers) ?? nothing;
    if (isRefused(asked)) return asked;
    if (asked.length === 0 && book.isEmpty()) return noFaults;
    const families = familiesOf(id, operation, input.body);
    const misplaced = asked.find(({ name }) => !canMeet(name, families, feature));
    if (misplaced !== undefined) return refuse('invalid_input', whyNot(misplaced, feature));
    const fields = { ...input.query, ...input.body, ...params };
    const occasion = { operation: id, accountId, fields, now, ...(feature !== undefined && { feature }) };
    const met = [...asked, ...families.flatMap((family) => book.meet({ ...occasion, family }))];
    if (met.length === 0) return noFaults;
    return {
      own: met.filter(({ name }) => familyOf(name) === 'request'),
      handedOn: met.filter(({ name }) => familyOf(name) !== 'request'),
      names: met.map(({ name }) => name),
    };
  };
};

const nothing: readonly Fault[] = [];

const requestOnly = ['request'] as const;
const ofSubmits = ['request', 'job'] as const;
const ofSubmitsWithCallback = ['request', 'job', 'webhook'] as const;
const ofSessions = ['request', 'session', 'socket'] as const;

const familiesOf = (id: OperationId, { job }: Operation, fields: JsonObject): readonly FaultFamily[] => {
  if (isSessionCall(id)) return ofSessions;
  if (job === undefined) return requestOnly;
  return typeof fields['callback_url'] === 'string' ? ofSubmitsWithCallback : ofSubmits;
};

const isSessionCall = (id: OperationId): boolean => id === 'createLiveSwapSession' || id === 'createVoiceSession';

/** Of a session the capability, whatever its tier. */
const featureOf = (id: OperationId, { job }: Operation): string | undefined => {
  if (id === 'createLiveSwapSession') return 'full_live_swap';
  return id === 'createVoiceSession' ? 'voice_changer' : job?.feature;
};

const canMeet = (name: Fault['name'], families: readonly FaultFamily[], feature: string | undefined): boolean => {
  const { family, only } = faultEntry(name);
  return families.includes(family) && (only === undefined || only === feature);
};

const whyNot = ({ name }: Fault, feature: string | undefined): string => {
  const { family, only } = faultEntry(name);
  if (only !== undefined && feature !== only) return `${name} meets POST /voice/session only`;
  switch (family) {
    case 'request':
      return `${name} cannot meet this request`;
    case 'job':
      return `${name} meets a job: send it with a submit`;
    case 'webhook':
      return `${name} meets a webhook: send it with a submit that has a callback_url`;
    case 'session':
    case 'socket':
      return `${name} meets a session: send it with a session call`;
    default:
      return family satisfies never;
  }
};
