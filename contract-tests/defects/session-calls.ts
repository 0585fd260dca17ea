/** Session calls: answers, defaults and tiers that are not what they should be. */
import { clauseNamed } from '../clause-named.ts';
import { isObject } from '../reading/members.ts';
import { type Body, answered, refusing, told } from './changes.ts';
import type { Defect } from './defect.ts';

const swap = 'createLiveSwapSession';
const voice = 'createVoiceSession';

const sessionMembers = (object: string, more: readonly string[]): readonly Defect['clause'][] =>
  ['session-id', 'stream-url', 'session-token', 'max-duration-sec', 'max-cost-usd', ...more].map((name) =>
    clauseNamed(`resources.${object}.${name}-present`),
  );

const sessions = [
  { id: swap, name: 'full-live-swap', object: 'live-swap-session', more: ['prompt'] },
  { id: voice, name: 'voice-session', object: 'voice-session', more: [] },
] as const;

const sessionDefects: readonly Defect[] = sessions.flatMap(({ id, name, object, more }): Defect[] => {
  const returns = clauseNamed(`endpoints.${name}.returns-session`);
  const stops = clauseNamed(`endpoints.${name}.duration-sets-hard-stop`);
  const also = sessionMembers(object, more);
  return [
    {
      id: `sessions.${name}-list`,
      does: `answers ${name} with a list`,
      clause: returns,
      also,
      ports: () => answered(id, (body) => [body]),
    },
    {
      id: `sessions.${name}-null`,
      does: `answers ${name} with null`,
      clause: returns,
      also,
      ports: () => answered(id, () => null),
    },
    {
      id: `sessions.${name}-wrapped`,
      does: `wraps the session of ${name}`,
      clause: returns,
      also,
      ports: () => answered(id, (body) => ({ session: body })),
    },
    {
      id: `sessions.${name}-minutes`,
      does: `gives minutes as max_duration_sec of ${name}`,
      clause: stops,
      also: name === 'voice-session' ? ['limits.voice-session-duration-default'] : [],
      ports: () => answered(id, (body) => ({ ...body, max_duration_sec: Number(body['max_duration_sec']) / 60 })),
    },
    {
      id: `sessions.${name}-hour-at-most`,
      does: `stops every session of ${name} after an hour`,
      clause: stops,
      ports: () =>
        answered(id, (body) => ({ ...body, max_duration_sec: Math.min(3_600, Number(body['max_duration_sec'])) })),
    },
    {
      id: `sessions.${name}-rounded`,
      does: `rounds the minutes of ${name} up to fives`,
      clause: stops,
      ports: () => told(id, (body) => roundedUp(body)),
    },
    {
      id: `sessions.${name}-one-second-less`,
      does: `stops ${name} a second early`,
      clause: stops,
      also: name === 'voice-session' ? ['limits.voice-session-duration-default'] : [],
      ports: () => answered(id, (body) => ({ ...body, max_duration_sec: Number(body['max_duration_sec']) - 1 })),
    },
  ];
});

function roundedUp(body: Body): Body {
  const { duration_minutes: minutes } = body;
  return typeof minutes === 'number' && minutes > 1 ? { ...body, duration_minutes: Math.ceil(minutes / 5) * 5 } : body;
}

const tierDefects: readonly Defect[] = [
  {
    id: 'limits.tier-default-standard',
    does: 'takes standard for the default tier',
    clause: 'endpoints.full-live-swap.tier-default',
    ports: () => told(swap, (body) => (isObject(body) ? { tier: 'standard', ...body } : body)),
  },
  {
    id: 'limits.tier-default-standard-when-long',
    does: 'takes standard for the default tier of long sessions',
    clause: 'endpoints.full-live-swap.tier-default',
    ports: () => told(swap, (body) => (Number(body['duration_minutes']) >= 10 ? { tier: 'standard', ...body } : body)),
  },
  {
    id: 'limits.tiers-same-price',
    does: 'asks the same for both tiers',
    clause: 'endpoints.full-live-swap.tier-standard-cheaper',
    ports: () => ({
      price: (next) => (sale) => next({ ...sale, rate: { unit: 'second', micros: 10_000 } }),
    }),
  },
  {
    id: 'limits.tiers-swapped',
    does: 'takes each tier for the other',
    clause: 'endpoints.full-live-swap.tier-standard-cheaper',
    also: ['endpoints.full-live-swap.tier-default'],
    ports: () =>
      told(swap, (body) =>
        body['tier'] === 'pro'
          ? { ...body, tier: 'standard' }
          : body['tier'] === 'standard'
            ? { ...body, tier: 'pro' }
            : body,
      ),
  },
  {
    id: 'limits.tier-standard-without-prompt',
    does: 'takes no prompt in the tier standard',
    clause: 'endpoints.full-live-swap.tiers-same-request',
    ports: () => refusing(swap, (body) => body['tier'] === 'standard' && 'prompt' in body),
  },
  {
    id: 'limits.tier-standard-two-hours',
    does: 'takes no more than two hours in the tier standard',
    clause: 'endpoints.full-live-swap.tiers-same-request',
    also: ['endpoints.full-live-swap.duration-sets-hard-stop'],
    ports: () => refusing(swap, (body) => body['tier'] === 'standard' && Number(body['duration_minutes']) > 120),
  },
  ...[5, 15, 60, 120].map((minutes): Defect => ({
    id: `limits.voice-default-${minutes}`,
    does: `funds a voice session for ${minutes} minutes by default`,
    clause: 'limits.voice-session-duration-default',
    ports: () => told(voice, (body) => ({ duration_minutes: minutes, ...body })),
  })),
  {
    id: 'limits.voice-default-with-profile',
    does: 'funds a voice session with a profile for half an hour by default',
    clause: 'limits.voice-session-duration-default',
    ports: () => told(voice, (body) => ('voice_profile_id' in body ? { duration_minutes: 30, ...body } : body)),
  },
  {
    id: 'limits.voice-profile-first-only',
    does: 'takes one voice only',
    clause: 'endpoints.voice-session.voice-profile-id-from-voices',
    ports: () => {
      let first: unknown;
      return refusing(voice, ({ voice_profile_id: id }) => id !== undefined && (first ??= id) !== id);
    },
  },
  {
    id: 'limits.voice-profile-none',
    does: 'takes no voice of its own list',
    clause: 'endpoints.voice-session.voice-profile-id-from-voices',
    ports: () => refusing(voice, (body) => 'voice_profile_id' in body),
  },
  {
    id: 'limits.voice-list-has-one-more',
    does: 'lists a voice that it does not have',
    clause: 'endpoints.voice-session.voice-profile-id-from-voices',
    ports: () => ({
      present: (next) => (answer, question) => {
        const { body } = answer;
        if (question.operation !== 'listVoices' || !Array.isArray(body)) return next(answer, question);
        return next({ ...answer, body: [...body, { ...body[0], id: 'voice_gone' }] as unknown }, question);
      },
    }),
  },
  ...(
    [
      [
        'delete',
        'ends a session at DELETE of its path',
        (method, path) => method === 'DELETE' && path.includes('/full-live-swap/session'),
      ],
      ['stop', 'ends a session at a path of its own', (method, path) => method === 'POST' && path.endsWith('/stop')],
    ] as const satisfies readonly (readonly [string, string, (method: string, path: string) => boolean])[]
  ).map(([word, does, when]): Defect => ({
    id: `sessions.stop-endpoint-${word}`,
    does,
    clause: 'endpoints.full-live-swap.no-stop-endpoint',
    ports: () => ({
      present: (next) => (answer, question) =>
        question.operation === null && when(question.method, question.path)
          ? next({ ...answer, status: 200, body: { status: 'stopped' } }, question)
          : next(answer, question),
    }),
  })),
];

export const sessionCallDefects: readonly Defect[] = [...sessionDefects, ...tierDefects];
