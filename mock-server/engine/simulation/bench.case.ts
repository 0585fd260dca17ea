/** One account on an engine of its own, ready to be told what to do. */
import type { Account } from '../../domain/account.ts';
import type { Command, Reply, SubmitJob } from '../../domain/commands.ts';
import type { AccountEvent } from '../../domain/events.ts';
import type { Refused } from '../../domain/refusal.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { EventStore } from '../../store/store.ts';
import { Clock } from '../clock.ts';
import { Engine } from '../engine.ts';
import type { Decide } from '../engine-options.ts';
import type { EngineEvent } from '../streams.ts';
import { createChance } from '../random.ts';
import { type Setup, settingsOf } from './settings.case.ts';

export type Bench = {
  readonly engine: Engine;
  readonly accountId: string;
  /** The file key of a voice sample. */
  readonly voiceKey: string;
  /** What went wrong with work that was due. */
  readonly failures: unknown[];
  readonly execute: <C extends Command>(command: C) => Promise<{ reply: Reply<C> } | Refused>;
  readonly submit: (command: SubmitJob) => Promise<{ reply: Reply<SubmitJob> } | Refused>;
  readonly account: () => Promise<Account>;
  readonly events: () => Promise<AccountEvent[]>;
  readonly openAccount: (balanceMicros: number) => Promise<Bench>;
};

export type BenchOptions = Setup & {
  readonly balanceMicros?: number;
  readonly clock?: Clock;
  readonly seed?: number;
  readonly store?: EventStore<EngineEvent>;
  readonly decide?: Decide;
  readonly isShared?: boolean;
};

export const open = async (options: BenchOptions = {}): Promise<Bench> => {
  const { clock = new Clock('manual'), seed = 1, store = new MemoryStore<EngineEvent>() } = options;
  const failures: unknown[] = [];
  const engine = new Engine({
    store,
    clock,
    chance: createChance(seed, 'seed'),
    settings: settingsOf(options),
    ...(options.decide !== undefined && { decide: options.decide }),
    isShared: options.isShared ?? false,
    onFailure: (error) => failures.push(error),
  });

  const openAccount = async (balanceMicros: number): Promise<Bench> => {
    const accountId = engine.nextAccountId();
    await engine.createAccount(accountId, {
      type: 'create-account',
      balanceMicros,
      rates: {},
      key: { keyId: `key_${accountId}_0`, digest: `digest_${accountId}_0` },
      webhookSecret: `whsec_${accountId}`,
    });
    const execute: Bench['execute'] = (command) => engine.execute(accountId, command);
    const account = async (): Promise<Account> => {
      const found = await engine.account(accountId);
      if (found === undefined) throw new Error(`no account ${accountId}`);
      return found;
    };
    await execute({ type: 'store-upload', upload: voiceSample });
    const [voiceKey = ''] = (await account()).uploads.keys();
    const events = async (): Promise<AccountEvent[]> => {
      const list: AccountEvent[] = [];
      for await (const { event } of store.read(`account:${accountId}`)) list.push(event as AccountEvent);
      return list;
    };
    return { engine, accountId, voiceKey, failures, execute, submit: execute, account, events, openAccount };
  };
  return openAccount(options.balanceMicros ?? 100_000_000);
};

/** Costs 50 micro-USD a character, charged at submit. */
export const submitVoiceClone = ({ voiceKey }: Bench, characters = 100): SubmitJob => ({
  type: 'submit-job',
  endpoint: 'voice-clone',
  feature: 'voice_clone',
  inputs: { voice_key: 'audio' },
  body: { voice_key: voiceKey, script: 'x'.repeat(characters) },
});

/** Six seconds of a voice, as a client has uploaded them. */
export const voiceSample = {
  kind: 'audio',
  contentType: 'audio/wav',
  name: 'voice.wav',
  bytes: 100,
  blob: 'blob',
  durationSeconds: 6,
} as const;
