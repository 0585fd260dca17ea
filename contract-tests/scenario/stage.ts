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
  readonly close: () => Promise<void>;
};

export type StageControl = {
  readonly addFault: (rule: FaultRuleBody) => Promise<void>;
  readonly resend: (jobId: string) => Promise<boolean>;
  readonly isStreaming: (sessionId: string) => Promise<boolean>;
  readonly reads: () => Promise<ControlReads>;
};

export const stageAccount = (
  name: string,
  key: string,
  more: { readonly id?: string; readonly keyId?: string; readonly secret?: string } = {},
): StageAccount => ({ name, key, id: more.id, keyId: more.keyId, secret: more.secret, files: new Map() });

/** @param accounts ids by the names of the story */
export const stageControl = (ask: Ask, accounts: ReadonlyMap<string, string>): StageControl => ({
  addFault: async (rule) => void (await ask('POST', 'faults', rule)),
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
      cut: (['jobs', 'sessions', 'deliveries'] as const).filter((name) => lists[name].length === limit),
      journal,
      forgotten,
    };
  },
});

const limit = 1_000;

const list = async <T>(ask: Ask, what: string): Promise<readonly T[]> =>
  (await ask('GET', `${what}?limit=${limit}`)) as unknown as readonly T[];
