/** What submits are given: files of the wrong kind taken, callbacks refused, bodies misread, addresses fetched. */
import { get } from 'node:http';
import { type JobEndpoint, jobEndpoints } from '../../spec/vocabulary.ts';
import { clauseNamed } from '../clause-named.ts';
import { jobCalls } from '../job-calls.ts';
import type { Ports } from '../targets/mock.ts';
import { type Body, refusing, told } from './changes.ts';
import type { Defect } from './defect.ts';

const submitDefects: readonly Defect[] = jobEndpoints.flatMap((endpoint): Defect[] => {
  const { operation, inputs } = jobCalls[endpoint];
  return [
    {
      id: `limits.callback-refused-${endpoint}`,
      does: `takes no callback_url at ${endpoint}`,
      clause: clauseNamed(`endpoints.${endpoint}.callback-url-accepted`),
      ports: () => refusing(operation, (body) => 'callback_url' in body),
    },
    {
      id: `limits.idempotency-key-demanded-${endpoint}`,
      does: `asks for an Idempotency-Key at ${endpoint}`,
      clause: 'endpoints.submit.idempotency-key-optional',
      ports: () => ({
        validate: (next) => (raw) => {
          const input = next(raw);
          if (raw.operation !== operation || 'idempotency-key' in raw.headers) return input;
          return { ...input, fault: { refusal: { code: 'invalid_input', message: 'Send an Idempotency-Key.' } } };
        },
      }),
    },
    ...Object.keys(inputs).flatMap((field): Defect[] => {
      const clause = clauseNamed(`endpoints.${endpoint}.${field.replaceAll('_', '-')}-meaning`);
      return [
        {
          id: `limits.${endpoint}-${field.replaceAll('_', '-')}-other-kind`,
          does: `wants another kind of file as ${field} of ${endpoint}`,
          clause,
          also: othersOf(endpoint, field),
          ports: () => kinds(endpoint, field, (kind) => (kind === 'audio' ? 'image' : 'audio')),
        },
        {
          id: `limits.${endpoint}-${field.replaceAll('_', '-')}-any-kind`,
          does: `takes any kind of file as ${field} of ${endpoint}`,
          clause,
          ports: () => kinds(endpoint, field, (_, sent) => sent),
        },
      ];
    }),
  ];
});

/** The other inputs of an endpoint: where a submit is refused for one, no result comes of the others either. */
function othersOf(endpoint: JobEndpoint, field: string): readonly Defect['clause'][] {
  return Object.keys(jobCalls[endpoint].inputs)
    .filter((other) => other !== field)
    .map((other) => clauseNamed(`endpoints.${endpoint}.${other.replaceAll('_', '-')}-meaning`));
}

type MediaKind = 'image' | 'audio' | 'video';

/** Wants other kinds of files. @param sent the kind of the file that came */
function kinds(endpoint: JobEndpoint, field: string, wanted: (kind: MediaKind, sent: MediaKind) => MediaKind): Ports {
  return {
    decide: (next) => (account, world, command, moment) => {
      if (command.type !== 'submit-job' || command.endpoint !== endpoint) return next(account, world, command, moment);
      const usual = command.inputs[field] ?? 'image';
      const sent = account.uploads.get(String(command.body[field]))?.kind ?? usual;
      return next(account, world, { ...command, inputs: { ...command.inputs, [field]: wanted(usual, sent) } }, moment);
    },
  };
}

const otherDefects: readonly Defect[] = [
  {
    id: 'limits.resolution-default-2k',
    does: 'renders a character swap in 2k by default',
    clause: 'endpoints.character-swap.resolution-default',
    ports: () => told('submitCharacterSwap', (body) => ({ resolution: '2k', ...body })),
  },
  {
    id: 'limits.language-long-codes',
    does: 'takes language codes with a region only',
    clause: 'endpoints.voice-clone.language-short-code',
    ports: () =>
      refusing('submitVoiceClone', ({ language }) => typeof language === 'string' && !language.includes('-')),
  },
  {
    id: 'limits.json-without-escapes',
    does: 'reads no escapes in the names of a body',
    clause: 'endpoints.submit.json-body',
    ports: () => ({
      validate: (next) => (raw) =>
        raw.text?.includes('\\u005f') === true
          ? { ...next(raw), fault: { refusal: { code: 'invalid_input', message: 'video_key is required' } } }
          : next(raw),
    }),
  },
  {
    id: 'limits.json-not-looked-at',
    does: 'takes a body that cannot be read for the one before',
    clause: 'endpoints.submit.json-body',
    ports: () => {
      let last: Body = {};
      return {
        validate: (next) => (raw) => {
          if (raw.fault === undefined) {
            const input = next(raw);
            if (raw.operation.startsWith('submit') && input.fault === undefined) last = raw.body;
            return input;
          }
          const { fault, ...readable } = raw;
          return raw.operation.startsWith('submit') ? next({ ...readable, body: last }) : next({ ...readable, fault });
        },
      };
    },
  },
  {
    id: 'limits.address-fetched',
    does: 'fetches an address that stands in place of a file key',
    clause: 'service.no-external-fetch',
    ports: () => ({ validate: fetching(() => true) }),
  },
  {
    id: 'limits.address-fetched-once',
    does: 'fetches an address that stands in place of a voice sample',
    clause: 'service.no-external-fetch',
    ports: () => ({ validate: fetching((field) => field === 'voice_key') }),
  },
];

function fetching(when: (field: string) => boolean): NonNullable<Ports['validate']> {
  return (next) => (raw) => {
    for (const [field, value] of Object.entries(raw.body)) {
      if (!field.endsWith('_key') || typeof value !== 'string' || !value.startsWith('http:') || !when(field)) continue;
      get(value, (response) => response.resume()).on('error', () => undefined);
    }
    return next(raw);
  };
}

export const submitInputDefects: readonly Defect[] = [...submitDefects, ...otherDefects];
