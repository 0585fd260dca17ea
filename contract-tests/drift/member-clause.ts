/** The clause that a member breaks by its type, or by not being there. */
import { type ClauseId, clauses } from '../../spec/clauses.ts';
import type { Contrast } from './contrast.ts';

/** @param words the types that one side shows: `number`, `string or null`, `absent` */
export const memberClause = (
  { operation, what, state }: Pick<Contrast, 'operation' | 'what' | 'state'>,
  words: string,
): ClauseId | undefined => {
  const types = words.split(' or ');
  const path = /^member (\S+)/.exec(what)?.[1];
  if (path === undefined) return bodyClause(operation, types);
  const [prefix, word] = placeOf(operation, path);
  const isDue = dueIn[`${prefix}.${word}`]?.(state ?? '') ?? true;
  const isMissing = types.some((type) => type === 'absent' || (type === 'null' && prefix === 'resources.job'));
  if (isMissing && isDue) {
    const present = existing(`${prefix}.${word}-present`);
    if (present !== undefined) return present;
  }
  // Before its end a job may show anything there (gap `pending-fields`).
  if (!isDue && word !== 'error') return undefined;
  return types.flatMap((type) => typeClause(`${prefix}.${word}`, type) ?? []).at(0);
};

/** The whole of an answer. */
const bodyClause = (operation: string, types: readonly string[]): ClauseId | undefined => {
  if (operation === 'any refusal') return undefined;
  if (types.includes('no JSON'))
    return operation === 'webhook' ? 'events.content.body-json' : 'conventions.response-json';
  const isWrong = types.some((type) => type !== (arrays[operation] === undefined ? 'object' : 'array'));
  return isWrong ? (arrays[operation] ?? objects[operation]) : undefined;
};

const arrays: { readonly [operation: string]: ClauseId } = {
  listUsage: 'endpoints.usage.returns-array',
  listVoices: 'endpoints.voices.returns-array',
};

const objects: { readonly [operation: string]: ClauseId } = {
  getBalance: 'endpoints.balance.returns-balance',
  getJob: 'endpoints.jobs.returns-job',
  uploadFile: 'endpoints.uploads.returns-upload',
  createLiveSwapSession: 'endpoints.full-live-swap.returns-session',
  createVoiceSession: 'endpoints.voice-session.returns-session',
};

/** Beginning and last word of the clauses on a member: `resources.job`, `output-url`. */
const placeOf = (operation: string, path: string): readonly [prefix: string, word: string] => {
  const names = path.split('.').map((name) => name.replaceAll(/\W/g, '').replaceAll('_', '-'));
  const own = names.filter((name) => name !== '');
  if (operation !== 'webhook') return [`resources.${resourceOf(operation)}`, own.join('-')];
  return own[0] === 'data' && own.length > 1
    ? ['resources.job', own.slice(1).join('-')]
    : ['events.content', own.join('-')];
};

const resourceOf = (operation: string): string =>
  operation.startsWith('submit') ? 'acknowledgement' : (resources[operation] ?? operation);

const resources: { readonly [operation: string]: string } = {
  getBalance: 'balance',
  getJob: 'job',
  uploadFile: 'upload',
  createLiveSwapSession: 'live-swap-session',
  createVoiceSession: 'voice-session',
  listUsage: 'usage-record',
  listVoices: 'voice-profile',
  'voice stream': 'audio-format',
};

/** Members that a job need not have in every state. */
const dueIn: { readonly [member: string]: (state: string) => boolean } = {
  'resources.job.output-url': (state) => state.endsWith('succeeded'),
  'resources.job.charged-usd': (state) => /(succeeded|failed)$/.test(state),
  'resources.job.error': (state) => state.endsWith('failed'),
};

/** Of the clauses on the type of a member the one that such a type breaks. */
const typeClause = (member: string, type: string): ClauseId | undefined => {
  if (type === 'absent') return undefined;
  const asked = Object.entries(typeWords).find(([word]) => existing(`${member}-${word}`) !== undefined);
  return asked === undefined || asked[1].includes(type) ? undefined : existing(`${member}-${asked[0]}`);
};

/** What a type of the document looks like, by the last word of the clause that asks for it. */
const typeWords: { readonly [word: string]: readonly string[] } = {
  string: ['string'],
  'string-or-null': ['string', 'null'],
  number: ['number'],
  integer: ['number'],
  'object-or-null': ['object', 'null'],
  object: ['object'],
  boolean: ['boolean'],
};

const existing = (id: string): ClauseId | undefined => (Object.hasOwn(clauses, id) ? (id as ClauseId) : undefined);
