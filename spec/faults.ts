/**
 * Faults: failures that are injected on purpose. One table says what each of them does and what whoever meets it must live with.
 * They are ours, not the service's.
 */
import { httpErrors } from './errors.ts';
import type { FaultEntry, FaultFamily, FaultParam } from './faults/fault.ts';
import { jobFaults } from './faults/jobs.ts';
import { requestFaults } from './faults/requests.ts';
import { sessionFaults, socketFaults } from './faults/sessions.ts';
import { webhookFaults } from './faults/webhooks.ts';

export { type FaultFamily, faultFamilies } from './faults/fault.ts';

export const faults = { ...requestFaults, ...jobFaults, ...webhookFaults, ...sessionFaults, ...socketFaults } as const;

export type FaultName = keyof typeof faults;

export const faultNames = Object.keys(faults) as FaultName[];

/** A fault that met a request, a job, a delivery or a session: its name and what it was told. */
export type Fault = {
  readonly name: FaultName;
  readonly params?: { readonly [name: string]: string | number };
};

/** What the table says of a fault, in a form that is the same for all. */
export const faultEntry = (name: FaultName): FaultEntry => faults[name];

export const familyOf = (name: FaultName): FaultFamily => faults[name].family;

/** The parameters of a fault, each with its type. */
export type FaultParams<N extends FaultName> = {
  readonly [P in keyof (typeof faults)[N]['params']]: (typeof faults)[N]['params'][P] extends {
    readonly values: readonly (infer V)[];
  }
    ? V
    : number;
};

/** What a fault of this name was told, with the default for what it was not; undefined if it is not there. The first one counts. */
export const faultNamed = <N extends FaultName>(
  among: readonly Fault[] | undefined,
  name: N,
): FaultParams<N> | undefined => {
  const found = among?.find((fault) => fault.name === name);
  if (found === undefined) return undefined;
  const told = Object.entries(faultEntry(name).params).map(([param, { default: usual }]) => [
    param,
    found.params?.[param] ?? usual,
  ]);
  return Object.fromEntries(told) as FaultParams<N>;
};

/** A fault from a name and values, which may be texts; or, as a sentence, what is wrong with them and what there is. */
export const parseFault = (name: string, params: { readonly [name: string]: unknown } = {}): Fault | string => {
  if (!isFaultName(name)) return `there is no fault ${shown(name)}: there are ${faultNames.join(', ')}`;
  const known = faultEntry(name).params;
  const read: { [param: string]: string | number } = {};
  for (const [param, value] of Object.entries(params)) {
    const rule = Object.hasOwn(known, param) ? known[param] : undefined;
    if (rule === undefined) {
      const names = Object.keys(known);
      return `${name} has no parameter ${shown(param)}: it has ${names.length === 0 ? 'none' : names.join(', ')}`;
    }
    const fitting = fit(rule, value);
    if (fitting === undefined) return `${param} of ${name} must be ${demand(rule)}, got ${shown(value)}`;
    read[param] = fitting;
  }
  return Object.keys(read).length === 0 ? { name } : { name, params: read };
};

/** The error code that stands for a status, or the code itself; undefined if the document has no such one. */
export const errorCodeOf = (text: string): string | undefined =>
  Object.entries(httpErrors).find(([code, { status }]) => code === text || String(status) === text)?.[0];

/** Why a rule cannot look for a fault there; undefined if it can. */
export const whyNotOn = (on: 'request' | 'delivery' | 'connect' | undefined, name: FaultName): string | undefined => {
  const { family, early } = faultEntry(name);
  if (on === 'delivery' && family !== 'webhook') return `${name} meets no delivery: leave "on" out`;
  if (on === 'delivery' && early) return `${name} is fixed with the job: leave "on" out`;
  return on === 'connect' && family !== 'socket'
    ? `${name} meets no connection of a socket: leave "on" out`
    : undefined;
};

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);

const fit = (rule: FaultParam, value: unknown): string | number | undefined => {
  if ('values' in rule) return rule.values.find((one) => one === value || String(one) === value);
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= rule.min && number <= rule.max)) return undefined;
  return isCounted(rule) && !Number.isInteger(number) ? undefined : number;
};

const isCounted = (rule: FaultParam): boolean =>
  'unit' in rule && (rule.unit === 'attempts' || rule.unit === 'messages');

const demand = (rule: FaultParam): string =>
  'values' in rule ? `one of ${rule.values.join(', ')}` : `a number of ${rule.unit} from ${rule.min} to ${rule.max}`;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};
