/** Which clause speaks of which rule of which field. */
import { type ClauseId, clauses } from '../spec/clauses.ts';
import type { Field, Rule } from './arbitraries/field.ts';

/** An operation as the ids of its clauses name it. */
type Named = { readonly name: string; readonly endpoint: string | undefined };

/** The clause by which a field refuses what breaks a rule; undefined where it has none of its own. */
export function refusingClause({ name }: Named, field: Field, rule: Rule): ClauseId | undefined {
  const prefix = `endpoints.${name}.${wordOf(field)}`;
  switch (rule) {
    case 'required':
      return existing(`${prefix}-required`);
    case 'type':
      if (field.name === 'callback_url') return 'endpoints.submit.callback-url-string';
      return existing(`${prefix}-${field.type}`);
    case 'enum':
      return existing(`${prefix}-refuses`);
    case 'minimum':
      return existing(`${limitOf(name, field)}-refuses-below`);
    case 'maximum':
      return existing(`${limitOf(name, field)}-refuses-above`);
    case 'maxLength':
      return existing(`${limitOf(name, field)}-refuses`);
    default:
      return rule satisfies never;
  }
}

/** The clauses by which a field takes a value that fits. */
export function acceptingClause({ name }: Named, field: Field, value: unknown): ClauseId | undefined {
  const limit = limitOf(name, field);
  if (field.values !== undefined) return existing(`endpoints.${name}.${wordOf(field)}-accepts`);
  if (field.maxLength !== undefined) return existing(`${limit}-accepts`);
  return existing(`${limit}-accepts-${value === field.minimum ? 'min' : 'max'}`);
}

export function optionalClause({ name, endpoint }: Named, field: Field): ClauseId | undefined {
  if (field.isRequired) return undefined;
  if (field.name === 'callback_url' && endpoint !== undefined) return 'endpoints.submit.callback-url-optional';
  return existing(`endpoints.${name}.${wordOf(field)}-optional`);
}

function limitOf(name: string, field: Field): string {
  return limitPrefixes[`${name}.${field.name}`] ?? '';
}

/** Where the section on limits speaks of a field. */
const limitPrefixes: { readonly [field: string]: string } = {
  'avatar.script': 'limits.avatar-script',
  'voice-clone.script': 'limits.voice-clone-script',
  'full-live-swap.duration_minutes': 'limits.live-swap-duration',
  'full-live-swap.prompt': 'limits.live-swap-prompt',
  'voice-session.duration_minutes': 'limits.voice-session-duration',
};

export function wordOf({ name }: Field): string {
  return name.replaceAll('_', '-');
}

function existing(id: string): ClauseId | undefined {
  return id in clauses ? (id as ClauseId) : undefined;
}
