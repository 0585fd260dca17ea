/** Where the faults of a job or session came from: a header of its request, a rule, or a magic word in its inputs. */
import type { Fault } from '../../../spec/faults.ts';
import { faultWordOf, findMagic, findMagicFaults } from '../../../spec/magic.ts';
import type { ExplainedFault } from '../../../spec/schemas/explain.ts';
import type { RequestEntry } from '../../../spec/schemas/journal.ts';
import type { FaultRule } from '../fault-rule.ts';
import { type Subject, headerOf } from './subject.ts';

/** What was said to whoever decided: the request, where the journal still has it, and the rules of that moment. */
export type Said = { readonly request: RequestEntry | undefined; readonly rules: readonly FaultRule[] };

export const explainFaults = (subject: Subject, faults: readonly Fault[] = [], said: Said): ExplainedFault[] =>
  faults.map((fault) => ({ name: fault.name, params: { ...fault.params }, source: sourceOf(subject, fault, said) }));

/** The rules that were in force when something was decided. @param position of the event that came of it */
export const rulesAt = ({ world }: Subject, position: number): readonly FaultRule[] => {
  let rules: readonly FaultRule[] = [];
  for (const past of world) {
    if (past.position > position) break;
    if (past.event.type === 'faults.changed') rules = past.event.faults;
  }
  return rules;
};

/** The text with a magic word that asks for an outcome, said as a cause. */
export const magicSourceOf = (subject: Subject, request: RequestEntry | undefined): string | undefined => {
  const found = textsOf(subject, request).find(([, text]) => {
    const magic = findMagic(text);
    return magic !== undefined && 'outcome' in magic;
  });
  return found && `a magic word in ${found[0]}`;
};

const sourceOf = (subject: Subject, fault: Fault, { request, rules }: Said): string => {
  const { name } = fault;
  if (request !== undefined && headerOf(request, 'x-understudy-fault')?.includes(name)) {
    return 'the header X-Understudy-Fault of its request';
  }
  if (request !== undefined && headerOf(request, 'prefer')?.includes(name)) return 'the header Prefer of its request';
  const rule = rules.find((one) => isSame(one.fault, fault));
  if (rule !== undefined) return `the fault rule ${rule.id}`;
  const said = textsOf(subject, request).find(([, text]) =>
    findMagicFaults(text, ['job', 'webhook', 'session', 'socket']).some((asked) => asked.name === name),
  );
  if (said !== undefined) return `the magic word magic_${faultWordOf(name)} in ${said[0]}`;
  return 'a magic word, or a header: its request is no longer in the journal';
};

const isSame = (one: Fault, other: Fault): boolean => {
  const [names, others] = [Object.entries(one.params ?? {}), Object.entries(other.params ?? {})];
  return (
    one.name === other.name &&
    names.length === others.length &&
    names.every(([param, value]) => other.params?.[param] === value)
  );
};

/** Texts in which magic words count, each with where it stands. */
const textsOf = ({ account }: Subject, request: RequestEntry | undefined): (readonly [string, string])[] => {
  const body = parsed(request?.request.body.text ?? '');
  const texts = ['script', 'prompt', 'voice_profile_id'].flatMap((field) => {
    const text = body[field];
    return typeof text === 'string' ? [[`its ${field}`, text] as const] : [];
  });
  const names = Object.values(body).flatMap((value) => {
    const upload = typeof value === 'string' ? account.uploads.get(value) : undefined;
    return upload === undefined ? [] : [[`the name of the file ${upload.fileKey}`, upload.name] as const];
  });
  return [...names, ...texts];
};

const parsed = (text: string): { readonly [field: string]: unknown } => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};
