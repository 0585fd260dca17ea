/** What came of a story that a mock plays: its `then`, judged by what the control API shows, whoever was the client. */
import { loadStory } from '../scenarios/load.ts';
import { type ClaimVerdict, judgeClaims } from '../scenarios/judge.ts';
import { type ControlReads, seenByControl } from '../scenarios/seen-by-control.ts';
import type { NewAccount } from './control/accounts.ts';
import type { Control } from './control/control.ts';
import { isRefused } from './domain/refusal.ts';
import type { Story } from './story.ts';

export type StoryVerdict = {
  readonly name: string;
  readonly title: string;
  /** The story whose claims these are, where the client of the one that is played makes a mistake on purpose. */
  readonly judged_by?: string;
  readonly claims: readonly ClaimVerdict[];
  /** Whether no claim is violated. */
  readonly holds: boolean;
};

/** @param accounts of the mock, by the names that the story gives them */
export const storyVerdict = async (
  { loaded }: Story,
  { control, accounts }: { readonly control: Control; readonly accounts: { readonly [name: string]: NewAccount } },
): Promise<StoryVerdict> => {
  const seen = seenByControl(await readsOf(control, accounts));
  const { name, story } = loaded;
  const judge = story.instead === undefined ? loaded : await loadStory(story.instead);
  const claims = judgeClaims(judge.story.then ?? [], seen, (index) => judge.whereIs(['then', String(index)]));
  return {
    name,
    title: story.title.trim(),
    ...(judge !== loaded && { judged_by: judge.name }),
    claims,
    holds: claims.every(({ verdict }) => verdict !== 'violated'),
  };
};

/** All that there is: a claim about a part of it would be about another story. */
const limit = Number.MAX_SAFE_INTEGER;

const readsOf = async (control: Control, accounts: { readonly [name: string]: NewAccount }): Promise<ControlReads> => {
  const { entries: journal, forgotten } = control.journal({ limit });
  const views = await Promise.all(
    Object.entries(accounts).map(async ([name, { account_id: id }]) => ({ name, view: await control.account(id) })),
  );
  return {
    accounts: views.flatMap(({ name, view }) => (isRefused(view) ? [] : [{ name, view }])),
    jobs: await control.jobs({ limit }),
    sessions: await control.sessions({ limit }),
    deliveries: await control.deliveries({ limit }),
    journal,
    forgotten,
  };
};
