/** Session objects: an address, a token or a prompt that is missing or wrong. */
import type { ClauseId } from '../../spec/clauses.ts';
import { clauseNamed } from '../clause-named.ts';
import type { Defect } from './defect.ts';
import { deciding, presenting, without } from './ports.ts';
import { sessionKinds } from './session-kinds.ts';

export const sessionDefects: readonly Defect[] = [...objects(), ...prompts()];

function objects(): readonly Defect[] {
  return sessionKinds.flatMap(({ word, operation, resource, endpoint }): readonly Defect[] => {
    const made = (id: string, does: string, clause: string, change: Parameters<typeof presenting>[1]): Defect => ({
      id: `sessions.${word}-${id}`,
      does,
      clause: clauseNamed(clause),
      ports: presenting([operation], change),
    });
    const prefix = `resources.${resource}`;
    return [
      made('url-missing', 'leaves stream_url out of a session', `${prefix}.stream-url-present`, (session) =>
        without(session, 'stream_url'),
      ),
      made(
        'url-renamed',
        'calls stream_url ws_url',
        `${prefix}.stream-url-present`,
        ({ stream_url: ws_url, ...rest }) => ({ ...rest, ws_url }),
      ),
      made(
        'url-object',
        'gives stream_url as an object',
        `${prefix}.stream-url-wss`,
        ({ stream_url: value, ...rest }) => ({ ...rest, stream_url: { value } }),
      ),
      made('url-http', 'gives stream_url the scheme https', `${prefix}.stream-url-wss`, (session) => ({
        ...session,
        stream_url: String(session['stream_url']).replace(/^ws/, 'http'),
      })),
      {
        ...made('url-plain', 'gives a stream_url without TLS', `${prefix}.stream-url-wss`, (session) => ({
          ...session,
          stream_url: String(session['stream_url']).replace(/^wss/, 'ws'),
        })),
        options: { tls: true },
      },
      made('url-path', 'gives a path as stream_url', `${prefix}.stream-url-wss`, (session) => ({
        ...session,
        stream_url: new URL(String(session['stream_url'])).pathname,
      })),
      made('token-missing', 'leaves session_token out of a session', `${prefix}.session-token-present`, (session) =>
        without(session, 'session_token'),
      ),
      made(
        'token-renamed',
        'calls session_token token',
        `${prefix}.session-token-present`,
        ({ session_token: token, ...rest }) => ({ ...rest, token }),
      ),
      made(
        'token-object',
        'gives session_token as an object',
        `${prefix}.session-token-prefix`,
        ({ session_token: value, ...rest }) => ({
          ...rest,
          session_token: { value },
        }),
      ),
      {
        id: `sessions.${word}-token-prefix`,
        does: 'gives out tokens with another prefix, which work',
        clause: clauseNamed(`${prefix}.session-token-prefix`),
        ports: () => ({
          ...presenting([operation], (session) => ({
            ...session,
            session_token: String(session['session_token']).replace(/^rt_/, 'tok_'),
          }))(),
          admit: (next) => (knock) => next({ ...knock, token: knock.token?.replace(/^tok_/, 'rt_') }),
        }),
      },
      made(
        'duration-milliseconds',
        'gives max_duration_sec in milliseconds',
        `endpoints.${endpoint}.duration-sets-hard-stop`,
        (session) => ({
          ...session,
          max_duration_sec: Number(session['max_duration_sec']) * 1_000,
        }),
      ),
    ];
  });
}

function prompts(): readonly Defect[] {
  const shown = (id: string, does: string, clause: ClauseId, ports: Defect['ports']): Defect => ({
    id: `sessions.prompt-${id}`,
    does,
    clause,
    ports,
  });
  const asSent = 'resources.live-swap-session.prompt-as-sent';
  const byDefault = 'resources.live-swap-session.prompt-default-shown';
  return [
    shown(
      'default-always',
      'shows the default whatever prompt was sent',
      asSent,
      presenting(['createLiveSwapSession'], (session) => ({ ...session, prompt: 'Replace the face.' })),
    ),
    shown(
      'empty-when-sent',
      'shows an empty prompt where one was sent',
      asSent,
      presenting(['createLiveSwapSession'], (session, { body }) =>
        hasPrompt(body) ? { ...session, prompt: '' } : session,
      ),
    ),
    shown(
      'cut',
      'shows the first hundred letters of a prompt',
      asSent,
      presenting(['createLiveSwapSession'], (session) => ({
        ...session,
        prompt: String(session['prompt']).slice(0, 100),
      })),
    ),
    shown('of-another', 'shows the first prompt that it was ever sent', asSent, () => {
      let first: unknown;
      return presenting(['createLiveSwapSession'], (session, { body }) => {
        if (!hasPrompt(body)) return session;
        first ??= session['prompt'];
        return { ...session, prompt: first };
      })();
    }),
    shown(
      'lost-in-standard',
      'shows the default in the tier standard whatever prompt was sent',
      asSent,
      deciding((next) => (account, world, command, moment) => {
        if (command.type !== 'create-session' || command.tier !== 'standard')
          return next(account, world, command, moment);
        const { prompt: _, ...rest } = command;
        return next(account, world, rest, moment);
      }),
    ),
    shown(
      'default-empty',
      'shows an empty prompt where none was sent',
      byDefault,
      presenting(['createLiveSwapSession'], (session, { body }) =>
        hasPrompt(body) ? session : { ...session, prompt: '' },
      ),
    ),
    shown(
      'default-empty-in-standard',
      'shows an empty prompt where none was sent in the tier standard',
      byDefault,
      presenting(['createLiveSwapSession'], (session, { body }) =>
        hasPrompt(body) || (body as { tier?: unknown }).tier !== 'standard' ? session : { ...session, prompt: ' ' },
      ),
    ),
    shown(
      'in-voice',
      'shows a prompt in a voice session',
      'resources.voice-session.no-prompt',
      presenting(['createVoiceSession'], (session) => ({ ...session, prompt: 'Replace the voice.' })),
    ),
    shown(
      'null-in-voice',
      'shows a prompt of null in a voice session',
      'resources.voice-session.no-prompt',
      presenting(['createVoiceSession'], (session) => ({ ...session, prompt: null })),
    ),
  ];
}

function hasPrompt(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'prompt' in body;
}
