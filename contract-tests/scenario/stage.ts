/** Where a story is played: the target, the accounts by the names of the story, and the control API where there is one. */
import type { ControlReads } from '../../scenarios/seen-by-control.ts';
import type { FaultRuleBody } from '../../spec/schemas/faults.ts';
import type { Ask } from '../control.ts';
import type { InputRole, Target } from '../target.ts';

export type StageAccount = {
  readonly name: string;
  readonly id: string | undefined;
  /** The key that its requests use. */
  key: string;
  keyId: string | undefined;
  /** With which its webhooks are signed. */
  secret: string | undefined;
  /** What the timeline of the story has it change to. */
  readonly nextKey: { readonly key: string; readonly keyId: string } | undefined;
  readonly nextSecret: string | undefined;
  /** File keys by role, uploaded once. */
  readonly files: Map<InputRole, Promise<string>>;
};

export type Stage = {
  readonly target: Target;
  readonly accounts: ReadonlyMap<string, StageAccount>;
  /** What only the control API of a mock does. */
  readonly control: StageControl | undefined;
  /** Whether t of a signature is that of the target's clock, not of real time. */
  readonly isSignedByClock: boolean;
  /** How many times as fast as real time its clock runs by itself; undefined where a step moves it, or it is real time. */
  readonly timeScale?: number | undefined;
  readonly close: () => Promise<void>;
};

export type StageControl = {
  readonly addFault: (rule: FaultRuleBody) => Promise<void>;
  /** Breaks the mock off as a crash does. */
  readonly restart: () => Promise<void>;
  readonly resend: (jobId: string) => Promise<boolean>;
  readonly isStreaming: (sessionId: string) => Promise<boolean>;
  readonly reads: () => Promise<ControlReads>;
};

export const stageAccount = (
  name: string,
  key: string,
  more: Partial<Pick<StageAccount, 'id' | 'keyId' | 'secret' | 'nextKey' | 'nextSecret'>> = {},
): StageAccount => ({
  name,
  key,
  id: more.id,
  keyId: more.keyId,
  secret: more.secret,
  nextKey: more.nextKey,
  nextSecret: more.nextSecret,
  files: new Map(),
});

/** An account as a mock tells of it: `main`, or one that its story gives. */
export type NamedAccount = {
  readonly account_id: string;
  readonly api_key: string;
  readonly key_id: string;
  readonly webhook_secret: string;
  readonly next_api_key?: string;
  readonly next_key_id?: string;
  readonly next_webhook_secret?: string;
};

/** The accounts of a mock by the names of the story, and its control API. */
export const steered = (
  named: { readonly [name: string]: NamedAccount },
  ask: Ask,
): Pick<Stage, 'accounts' | 'control'> => {
  const entries = Object.entries(named);
  return {
    accounts: new Map(
      entries.map(([name, told]) => [
        name,
        stageAccount(name, told.api_key, {
          id: told.account_id,
          keyId: told.key_id,
          secret: told.webhook_secret,
          nextKey:
            told.next_api_key === undefined ? undefined : { key: told.next_api_key, keyId: told.next_key_id ?? '' },
          nextSecret: told.next_webhook_secret,
        }),
      ]),
    ),
    control: stageControl(ask, new Map(entries.map(([name, { account_id: id }]) => [name, id]))),
  };
};

/** @param accounts ids by the names of the story */
export const stageControl = (ask: Ask, accounts: ReadonlyMap<string, string>): StageControl => ({
  addFault: async (rule) => void (await ask('POST', 'faults', rule)),
  restart: async () => void (await ask('POST', 'restart')),
  resend: async (jobId) => {
    const deliveries = await list<ControlReads['deliveries'][number] & { readonly job_id: string }>(ask, 'deliveries');
    const delivery = deliveries.find(({ job_id: id }) => id === jobId);
    if (delivery === undefined) return false;
    await ask('POST', `deliveries/${delivery.id}/resend`);
    return true;
  },
  isStreaming: async (sessionId) =>
    (await list<ControlReads['sessions'][number]>(ask, 'sessions')).some(
      ({ id, status }) => id === sessionId && status === 'streaming',
    ),
  reads: async () => {
    const journal: ControlReads['journal'][number][] = [];
    let forgotten = 0;
    for (let since = 0; ;) {
      const page = (await ask('GET', `journal?since=${since}&limit=${limit}`)) as unknown as {
        readonly entries: ControlReads['journal'];
        readonly next: number;
        readonly forgotten: number;
      };
      journal.push(...page.entries);
      forgotten = page.forgotten;
      if (page.entries.length < limit) break;
      since = page.next;
    }
    const lists = {
      jobs: await list<ControlReads['jobs'][number]>(ask, 'jobs'),
      sessions: await list<ControlReads['sessions'][number]>(ask, 'sessions'),
      deliveries: await list<ControlReads['deliveries'][number]>(ask, 'deliveries'),
    };
    return {
      accounts: await Promise.all(
        [...accounts].map(async ([name, id]) => ({
          name,
          view: (await ask('GET', `accounts/${id}`)) as unknown as ControlReads['accounts'][number]['view'],
        })),
      ),
      ...lists,
      journal,
      forgotten,
    };
  },
});

const limit = 1_000;

/** All of a list, a page at a time. */
const list = async <T extends { readonly id: string }>(ask: Ask, what: string): Promise<readonly T[]> => {
  const all: T[] = [];
  for (;;) {
    const last = all.at(-1);
    const older = last === undefined ? '' : `&before=${encodeURIComponent(last.id)}`;
    const page = (await ask('GET', `${what}?limit=${limit}${older}`)) as unknown as readonly T[];
    all.push(...page);
    if (page.length < limit) return all;
  }
};
