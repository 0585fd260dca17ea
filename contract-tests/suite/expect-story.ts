/** What must hold of an account, in the words of a story's `then`, as an assertion: it fails with what was seen instead. */
import { AssertionError } from 'node:assert';
import colors from 'picocolors';
import { type ClaimVerdict, judgeClaims } from '../../scenarios/judge.ts';
import type { Claim } from '../../scenarios/claims.ts';
import { storyOf } from '../../scenarios/load.ts';
import { type ControlReads, seenByControl } from '../../scenarios/seen-by-control.ts';
import { claimText } from '../scenario/text.ts';
import type { Reach } from './reach.ts';
import { wholeJournal } from './whole-journal.ts';

/** One claim of a story's `then`, such as `{ jobs: 1, status: 'succeeded' }`. */
export type StoryClaim = Claim;

type Claimed = { readonly accountId: string; readonly reach: Reach; readonly bornAfter: number };

/** Throws an AssertionError for claims that do not hold or cannot be judged, and `WrongStory` for ones that say nothing. */
export const expectClaims = async (claims: readonly StoryClaim[], claimed: Claimed): Promise<void> => {
  const { story, whereIs } = storyOf({ title: 'A test', about: 'What a test claims.', then: claims });
  const seen = seenByControl(await readsOf(claimed));
  const verdicts = judgeClaims(story.then ?? [], seen, (index) => whereIs(['then', String(index)]));
  expectHeld(verdicts, claimed.accountId);
};

const expectHeld = (verdicts: readonly ClaimVerdict[], accountId: string): void => {
  const failed = verdicts.filter(({ verdict }) => verdict !== 'holds');
  if (failed.length === 0) return;
  throw new AssertionError({
    message: `of account ${accountId} not all that was claimed holds\n\n${failed.map((one) => claimText(one, plain)).join('')}`,
  });
};

const readsOf = async ({ accountId, reach, bornAfter }: Claimed): Promise<ControlReads> => {
  const list = async <T extends { readonly id: string }>(name: string): Promise<readonly T[]> => {
    const all: T[] = [];
    for (;;) {
      const last = all.at(-1);
      const query = { account_id: accountId, limit: listedMax, ...(last !== undefined && { before: last.id }) };
      const page = await reach<readonly T[]>('GET', `/${name}`, { query });
      all.push(...page);
      if (page.length < listedMax) return all;
    }
  };
  const journal = await wholeJournal(reach, accountId);
  // After the entries, so that none is lost unseen.
  const { forgotten } = await reach<{ readonly forgotten: number }>('GET', '/journal', { query: { limit: 1 } });
  return {
    accounts: [{ name: 'main', view: await reach('GET', `/accounts/${accountId}`) }],
    jobs: await list<ControlReads['jobs'][number]>('jobs'),
    sessions: await list<ControlReads['sessions'][number]>('sessions'),
    deliveries: await list<ControlReads['deliveries'][number]>('deliveries'),
    journal,
    forgotten: forgotten > bornAfter ? forgotten - bornAfter : 0,
  };
};

/** The most that the control API lists at once. */
const listedMax = 1_000;

const plain = colors.createColors(false);
