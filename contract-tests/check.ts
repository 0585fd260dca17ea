/** A check: code that judges clauses, declared once as data. Green on a server that keeps them, red on one that breaks them. */
import { type ClauseId, clauses } from '../spec/clauses.ts';
import type { Level } from '../spec/clause.ts';
import { costs } from './costs/costs.ts';
import type { Trial } from './trial.ts';

export type Check = {
  /** Begins with its section or topic: `usage.limit-respected`. */
  readonly id: string;
  /** A sentence about a server that keeps the clauses. */
  readonly title: string;
  /** What it judges. A finding names one of them. */
  readonly clauses: readonly [ClauseId, ...ClauseId[]];
  /** `must` if one of its clauses is. */
  readonly level: Level;
  readonly needs: readonly Need[];
  /** The smallest profile that runs it. */
  readonly profile: Profile;
  /** About what it adds to a run of the catalogue: checks share what they look at. A plan is exact, for the target that it is made for. */
  readonly cost: Cost;
  readonly run: (trial: Trial) => Promise<void>;
  /** One of its random cases, which alone is performed. */
  readonly path?: string;
};

export type Cost = { readonly requests: number; readonly paidCalls: number };

/** As they are written down, by the check. */
export type Costs = { readonly [checkId: string]: readonly [requests: number, paidCalls: number] };

export const profiles = ['smoke', 'standard', 'deep'] as const;
export type Profile = (typeof profiles)[number];

/** What a target must offer, with the words for one that does not. */
export const needs = {
  spend: 'it costs money: pass --allow-spend and --budget-usd',
  'much-money': 'it costs more than the standard profile may: use --profile deep',
  'second-account': 'it needs a second account: pass --second-api-key',
  'revoked-key': 'it needs a key that was revoked: pass --revoked-api-key',
  'low-balance': 'it needs an account that cannot pay: pass --low-balance-api-key',
  'failing-input':
    'it needs files that make jobs fail: pass --input face_not_detected=FILE, content_rejected=FILE or processing_failed=FILE',
  receiver: 'it needs webhooks to reach it: pass --webhook-receiver and --webhook-secret',
  'long-time':
    'it waits longer than the standard profile does: use --profile deep, or a target whose clock can be moved',
  'ladder-time':
    'it waits for the quarter of an hour over which webhooks are tried again: use --profile deep, --time-scale, or a target whose clock can be moved',
  control: 'only a running mock can be made to do it: pass --control-url and --control-token',
} as const satisfies Record<string, string>;
export type Need = keyof typeof needs;

type Declared = Omit<Check, 'level' | 'needs' | 'profile' | 'cost'> &
  Partial<Pick<Check, 'needs' | 'profile' | 'cost'>>;

export const check = (declared: Declared): Check => ({
  needs: [],
  profile: 'standard',
  cost: costOf(declared.id),
  ...declared,
  level: declared.clauses.some((id) => clauses[id].level === 'must') ? 'must' : 'should',
});

function costOf(id: string): Cost {
  const [requests, paidCalls] = costs[id] ?? [0, 0];
  return { requests, paidCalls };
}
