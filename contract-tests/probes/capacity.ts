/** Calls while something is off, full, gone or broken: a mock is made so, and all is there again afterwards. */
import { type JobEndpoint, jobEndpoints, tiers } from '../../spec/vocabulary.ts';
import type { Account } from '../account.ts';
import type { Actor } from '../actor.ts';
import { jobCalls } from '../job-calls.ts';
import type { Breaks } from '../lawful/requests.ts';
import type { Exchange } from '../wire/exchange.ts';
import { someOf } from '../sample.ts';
import { type Due, type Harmless, watched } from './watched.ts';

/** All is there again afterwards, whatever happens. */
const withCapacity = async <T>(actor: Actor, change: object, act: () => Promise<T>): Promise<T> => {
  await actor.control.setCapacity(change);
  try {
    return await act();
  } finally {
    await actor.control.setCapacity(full);
  }
};

const capabilities = [
  ...jobEndpoints.map((endpoint) => [endpoint, jobCalls[endpoint].feature] as const),
  ['full-live-swap', 'full_live_swap'],
  ['voice-session', 'voice_changer'],
] as const;

const full = {
  tiers: { pro: true, standard: true },
  voice: 'ready',
  saturated: false,
  capabilities: Object.fromEntries(capabilities.map(([, feature]) => [feature, true])),
};

/** Each capability called while it alone is off. */
export const switchedOff = async (actor: Actor): Promise<Harmless> => {
  const account = await ready(actor);
  return watched(actor, account, async () => {
    const due: Due[] = [];
    for (const [name, feature] of someOf(actor.run, capabilities, 3, 'capabilities')) {
      await withCapacity(actor, { capabilities: { [feature]: false } }, async () => {
        const exchange =
          name === 'full-live-swap' || name === 'voice-session'
            ? await createSession(actor, account, name, 'capability')
            : await actor.submit(account, name, { breaks: 'capability' });
        due.push({ says: `${name}, which is off`, exchange });
      });
    }
    return due;
  });
};

const endpointsFor = ({ run }: Actor): readonly JobEndpoint[] => someOf(run, jobEndpoints, 2, 'capacity');

/** With its files uploaded already. */
const ready = async (actor: Actor): Promise<Account> => {
  const account = await actor.made(1_000);
  for (const endpoint of endpointsFor(actor)) await actor.bodyOf(account, endpoint);
  return account;
};

const createSession = (
  actor: Actor,
  account: Account,
  name: 'full-live-swap' | 'voice-session',
  breaks: Breaks | undefined,
  more: object = {},
): Promise<Exchange> =>
  actor.call(account, name === 'voice-session' ? 'createVoiceSession' : 'createLiveSwapSession', {
    body: name === 'voice-session' ? more : { duration_minutes: 1, ...more },
    ...(breaks !== undefined && { breaks }),
  });

export const saturated = async (actor: Actor): Promise<Harmless> => {
  const account = await ready(actor);
  return watched(actor, account, () =>
    withCapacity(actor, { saturated: true }, async () => {
      const due: Due[] = [];
      for (const endpoint of endpointsFor(actor)) {
        due.push({
          says: `POST /${endpoint}`,
          exchange: await actor.submit(account, endpoint, { breaks: 'capacity' }),
        });
      }
      return due;
    }),
  );
};

export type Engines = Harmless & {
  /** No engine at all. */
  readonly none: readonly Due[];
  /** The engine of the tier that is asked for is not there, the other is. */
  readonly other: readonly Due[];
};

/** Live swap without engines, and without that of one tier. */
export const noEngine = async (actor: Actor): Promise<Engines> => {
  const account = await actor.made(1_000);
  const none: Due[] = [];
  const other: Due[] = [];
  const harmless = await watched(actor, account, async () => {
    await withCapacity(actor, { tiers: { pro: false, standard: false } }, async () => {
      for (const body of [{}, { tier: 'pro' }, { tier: 'standard' }, { duration_minutes: 240 }]) {
        const exchange = await createSession(actor, account, 'full-live-swap', 'capacity', body);
        none.push({ says: `${JSON.stringify(body)} without any engine`, exchange });
      }
    });
    for (const tier of tiers) {
      await withCapacity(actor, { tiers: { [tier]: false } }, async () => {
        for (const body of tier === 'pro' ? [{ tier }, {}] : [{ tier }]) {
          const exchange = await createSession(actor, account, 'full-live-swap', 'capacity', body);
          other.push({ says: `${JSON.stringify(body)} without the engine of ${tier}`, exchange });
        }
      });
    }
    return [...none, ...other];
  });
  return { ...harmless, none, other };
};

const voiceWith =
  (capacity: 'none' | 'warming') =>
  async (actor: Actor): Promise<Harmless> => {
    const account = await actor.made(1_000);
    return watched(actor, account, () =>
      withCapacity(actor, { voice: capacity }, async () => {
        const due: Due[] = [];
        for (const body of [{}, { duration_minutes: 120 }]) {
          const exchange = await createSession(actor, account, 'voice-session', 'capacity', body);
          due.push({ says: `a voice session while voice capacity is ${capacity}`, exchange });
        }
        return due;
      }),
    );
  };
export const noVoice = voiceWith('none');
export const voiceWarming = voiceWith('warming');

/** Calls that fail by the fault of the service: by a rule of the mock, and by a word in a script. */
export const broken = async (actor: Actor): Promise<Harmless> => {
  const account = await ready(actor);
  return watched(actor, account, async () => {
    const due: Due[] = [];
    const { control } = actor;
    await control.failCalls(account.id);
    try {
      for (const endpoint of endpointsFor(actor)) {
        due.push({ says: `POST /${endpoint}`, exchange: await actor.submit(account, endpoint) });
      }
      due.push({ says: 'a voice session', exchange: await createSession(actor, account, 'voice-session', undefined) });
      due.push({ says: 'GET /balance', exchange: await actor.call(account, 'getBalance') });
    } finally {
      await control.removeFaults();
    }
    for (const endpoint of ['avatar', 'voice-clone'] as const) {
      const body = { script: 'This is magic_internal_error, as the mock knows it.' };
      due.push({ says: `POST /${endpoint}`, exchange: await actor.submit(account, endpoint, { body }) });
    }
    return due;
  });
};
