/** The session objects: their members, the address and the token of the stream, and the prompt. */
import { limits } from '../../spec/limits.ts';
import { lettersOf, wordsOf } from '../arbitraries/text.ts';
import { type Check, check } from '../check.ts';
import { clauseNamed } from '../clause-named.ts';
import { callNamed, plain, sessionOf } from '../probes/calls.ts';
import { type Session, type SessionFamily, createSession, families, pro, standard } from '../probes/sessions.ts';
import { anyVoice } from '../probes/voices.ts';
import { memberOf, textIn } from '../reading/members.ts';
import type { Trial } from '../trial.ts';
import { NotTestable } from '../verdict.ts';
import { type Exchange, isSuccess } from '../wire/exchange.ts';
import { type Seen, fieldChecks } from './fields.ts';

export const sessionMemberChecks: readonly Check[] = families.flatMap((family) => {
  const prefix = `resources.${family.resource}`;
  const look = (t: Trial): Promise<readonly Seen[]> => objects(t, family);
  return [
    ...fieldChecks(family.resource, prefix, 'smoke', ['session_id'], 'string', look),
    ...fieldChecks(family.resource, prefix, 'smoke', ['max_duration_sec'], 'integer', look),
    ...fieldChecks(family.resource, prefix, 'smoke', ['max_cost_usd'], 'number', look),
    presentCheck(family, 'stream_url'),
    presentCheck(family, 'session_token'),
    check({
      id: `${family.resource}.session-token-prefix`,
      title: `session_token of a ${family.title} session begins with rt_`,
      clauses: [clauseNamed(`${prefix}.session-token-prefix`)],
      profile: 'smoke',
      run: async (t) => {
        for (const { exchange, value } of await look(t)) {
          const token = memberOf(value, 'session_token');
          if (token === undefined) t.tried();
          else
            t.expect(clauseNamed(`${prefix}.session-token-prefix`), typeof token === 'string' && /^rt_./.test(token), {
              expected: 'a text that begins with rt_',
              actual: token,
              at: exchange,
            });
        }
      },
    }),
    check({
      id: `${family.resource}.stream-url-wss`,
      title: `stream_url of a ${family.title} session is an address of the scheme wss`,
      clauses: [clauseNamed(`${prefix}.stream-url-wss`)],
      profile: 'smoke',
      run: async (t) => {
        let isLoopback = false;
        for (const { exchange, value } of await look(t)) {
          const url = memberOf(value, 'stream_url');
          if (url === undefined) t.tried();
          else if (typeof url === 'string' && url.startsWith('ws://') && t.target.baseUrl.startsWith('http:')) {
            isLoopback = true;
          } else {
            t.expect(clauseNamed(`${prefix}.stream-url-wss`), typeof url === 'string' && isAddress(url), {
              expected: 'a text that begins with wss://',
              actual: url,
              at: exchange,
            });
          }
        }
        if (isLoopback) throw new NotTestable('it needs a server that speaks TLS: base_url is plain http');
      },
    }),
  ];
});

export const promptChecks: readonly Check[] = [
  ...fieldChecks('live-swap-session', 'resources.live-swap-session', 'smoke', ['prompt'], 'string', (t) =>
    objects(t, families[0]),
  ),
  check({
    id: 'live-swap-session.prompt-default-shown',
    title: 'a Full Live Swap session without a prompt shows the default one',
    clauses: ['resources.live-swap-session.prompt-default-shown'],
    profile: 'smoke',
    run: async (t) => {
      for (const { exchange, value } of await objects(t, families[0])) {
        const prompt = memberOf(value, 'prompt');
        if (typeof prompt !== 'string') t.tried();
        else {
          t.expect('resources.live-swap-session.prompt-default-shown', prompt.trim() !== '', {
            expected: 'an instruction that is not empty',
            at: exchange,
            gaps: ['default-prompt'],
          });
        }
      }
    },
  }),
  check({
    id: 'live-swap-session.prompt-as-sent',
    title: 'a Full Live Swap session shows what its own prompt was resolved to',
    clauses: ['resources.live-swap-session.prompt-as-sent'],
    profile: 'smoke',
    run: async (t) => {
      const usual = await t.once(plainLiveSwap);
      const account = await t.main();
      const isQuick = t.run.profile === 'smoke';
      for (const session of isQuick ? [pro] : [pro, standard]) {
        const seen = new Map<string, Exchange>();
        const standing = textIn(usual, 'prompt');
        if (standing !== undefined) seen.set(standing, usual);
        for (const prompt of isQuick ? longestPrompts : prompts) {
          const exchange = await (isQuick
            ? sessionOf(t, callNamed('full-live-swap'), { prompt })
            : createSession(t, account, session, 1, { prompt }));
          const shown = textIn(exchange, 'prompt');
          if (shown === undefined) {
            t.tried();
            continue;
          }
          // How an instruction is resolved is not documented; but another one is not what it was resolved to.
          const other = seen.get(shown);
          t.expect('resources.live-swap-session.prompt-as-sent', shown.trim() !== '' && other === undefined, {
            expected:
              'an instruction that comes of the prompt that was sent, and is neither the default nor that of another session',
            at: [...(other === undefined ? [] : [other]), exchange],
          });
          seen.set(shown, exchange);
        }
      }
    },
  }),
  check({
    id: 'voice-session.no-prompt',
    title: 'a Voice Changer session has no prompt',
    clauses: ['resources.voice-session.no-prompt'],
    profile: 'smoke',
    run: async (t) => {
      for (const { exchange, value } of await objects(t, families[1])) {
        t.expect('resources.voice-session.no-prompt', memberOf(value, 'prompt') === undefined, {
          expected: 'an object without prompt',
          at: exchange,
        });
      }
    },
  }),
];

/** Two that are short, and two that differ only at their end. */
const long = 'Keep the light of the room and the colour of the hair. '.repeat(30);
const prompts = [
  'Become a statue of white marble.',
  'Look like an old sailor with a beard.',
  `${long}Smile a little.`,
  `${long}Frown a little.`,
];

/** Those by which it is seen that the longest prompts are taken. */
const longestPrompts = [wordsOf(limits.liveSwapPromptCharsMax), lettersOf(limits.liveSwapPromptCharsMax)];

const isAddress = (url: string): boolean => url.startsWith('wss://') && URL.canParse(url);

function presentCheck(family: SessionFamily, name: 'stream_url' | 'session_token'): Check {
  const word = `${name.replace('_', '-')}-present`;
  const clause = clauseNamed(`resources.${family.resource}.${word}`);
  return check({
    id: `${family.resource}.${word}`,
    title: `a ${family.title} session carries ${name}`,
    clauses: [clause],
    profile: 'smoke',
    run: async (t) => {
      for (const { exchange, value } of await objects(t, family)) {
        t.expect(clause, memberOf(value, name) !== undefined, { expected: `an object with ${name}`, at: exchange });
      }
    },
  });
}

/** Session objects of the kind: one that asks for the least, and where there is time those of every tier, and with a voice. */
async function objects(t: Trial, { sessions, endpoint }: SessionFamily): Promise<readonly Seen[]> {
  const exchanges = [await plainOf(t, endpoint)];
  if (t.run.profile !== 'smoke') {
    for (const session of sessions as readonly Session[]) {
      exchanges.push(
        await t.once(
          async (actor) =>
            createSession(actor, await actor.main(), session, 2, {
              ...(session.name === 'voice' && { voice_profile_id: await anyVoice(actor) }),
            }),
          `session object of ${session.name}`,
        ),
      );
    }
  }
  return exchanges.map((exchange) => ({ exchange, value: exchange.answer?.json }));
}

const plainOf = async (t: Trial, endpoint: SessionFamily['endpoint']): Promise<Exchange> => {
  const exchange = await t.once((actor) => plain(actor, callNamed(endpoint)), `plain session of ${endpoint}`);
  return isSuccess(exchange) ? exchange : t.wanted<Exchange>(undefined, 'a session that is created', exchange);
};

const plainLiveSwap = async (actor: Parameters<typeof plain>[0]): Promise<Exchange> =>
  plain(actor, callNamed('full-live-swap'));
