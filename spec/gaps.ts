/** The register of gaps: every point that the document leaves open or says twice, in the order of its sections. */
import { sections } from './clause.ts';
import type { Gap, WireGap } from './gap.ts';
import { accounts } from './gaps/prose/accounts.ts';
import { jobs as jobsInProse } from './gaps/prose/jobs.ts';
import { money as moneyInProse } from './gaps/prose/money.ts';
import { outputs as outputsInProse } from './gaps/prose/outputs.ts';
import { requests as requestsInProse } from './gaps/prose/requests.ts';
import { streams } from './gaps/prose/streams.ts';
import { webhooks as webhooksInProse } from './gaps/prose/webhooks.ts';
import { answers } from './gaps/wire/answers.ts';
import { errors } from './gaps/wire/errors.ts';
import { jobs } from './gaps/wire/jobs.ts';
import { money } from './gaps/wire/money.ts';
import { outputs } from './gaps/wire/outputs.ts';
import { rateLimit } from './gaps/wire/rate-limit.ts';
import { requests } from './gaps/wire/requests.ts';
import { sessions } from './gaps/wire/sessions.ts';
import { sockets } from './gaps/wire/sockets.ts';
import { submits } from './gaps/wire/submits.ts';
import { uploads } from './gaps/wire/uploads.ts';
import { usage } from './gaps/wire/usage.ts';
import { validation } from './gaps/wire/validation.ts';
import { webhooks } from './gaps/wire/webhooks.ts';

/** Gaps that change bytes on the wire; each can be chosen as a variant. */
export const wireGaps = {
  ...answers,
  ...requests,
  ...validation,
  ...submits,
  ...uploads,
  ...jobs,
  ...outputs,
  ...money,
  ...usage,
  ...sessions,
  ...sockets,
  ...webhooks,
  ...errors,
  ...rateLimit,
} as const;

/** Gaps that no single choice of bytes settles. */
export const proseGaps = {
  ...requestsInProse,
  ...accounts,
  ...jobsInProse,
  ...outputsInProse,
  ...moneyInProse,
  ...streams,
  ...webhooksInProse,
} as const;

export const gaps = { ...wireGaps, ...proseGaps } as const;

export type WireGapId = keyof typeof wireGaps;
export type ProseGapId = keyof typeof proseGaps;
export type GapId = WireGapId | ProseGapId;

/** One lawful choice for every gap on the wire. */
export type GapChoices = { readonly [id in WireGapId]: keyof (typeof wireGaps)[id]['values'] };

const chooseDefaults = (table: { readonly [id: string]: WireGap }) =>
  Object.fromEntries(Object.entries(table).map(([id, gap]) => [id, gap.default])) as GapChoices;

/** Our choice for every gap on the wire. */
export const defaultChoices: GapChoices = chooseDefaults(wireGaps);

const order = Object.keys(sections);

/** Every gap with its id, in the order of the document's sections. */
export const gapList: readonly (Gap & { readonly id: GapId })[] = (Object.entries(gaps) as [GapId, Gap][])
  .map(([id, gap]) => ({ ...gap, id }))
  .sort((one, other) => order.indexOf(one.section) - order.indexOf(other.section));
