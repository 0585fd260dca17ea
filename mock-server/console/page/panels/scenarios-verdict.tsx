/** What the story that is played wants of its end, claim by claim, as far as it has come true. */
import { ask, useAsked } from '../ask.ts';
import { Action } from '../parts/action.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';
import { Card, Empty, Problem } from '../parts/card.tsx';
import { clock } from '../store.ts';
import { useCalm } from '../use-calm.ts';

type Claim = {
  readonly verdict: 'holds' | 'violated' | 'not_judged';
  readonly expected: string;
  readonly seen: string;
  readonly why?: string;
  readonly where: string;
};
type Verdict = {
  readonly name: string;
  readonly title: string;
  readonly judged_by?: string;
  readonly claims: readonly Claim[];
  readonly holds: boolean;
};

/** Each judgement reads all that has happened. */
const pauseMs = 1_000;

/** @param onEnd ends the story */
export const StoryVerdict = ({ onEnd }: { readonly onEnd: () => Promise<unknown> }) => {
  // The clock is told of anew with all that happens.
  const { answer, problem } = useAsked<Verdict>('scenarios/verdict', useCalm(clock.value, pauseMs));
  if (answer === undefined) return <Problem text={problem} />;
  const { name, title, judged_by: judge, claims, holds } = answer;
  const come = claims.filter(({ verdict }) => verdict === 'holds').length;
  return (
    <Card
      title="Playing"
      side={
        <span class="buttons">
          <Badge tone={holds ? 'good' : 'warn'}>{holds ? 'holds' : 'does not hold yet'}</Badge>
        </span>
      }
    >
      <p>
        <strong>{title}</strong> <code class="faint">{name}</code>
        {judge !== undefined && <span class="faint"> judged by {judge}</span>}
      </p>
      <p class="faint">
        {come} of {claims.length} claims hold.
      </p>
      {claims.length === 0 ? (
        <Empty>It claims nothing of its end.</Empty>
      ) : (
        <ol class="entries" aria-label="Claims">
          {claims.map((claim) => (
            <li key={claim.where}>
              <p>
                <Badge tone={tones[claim.verdict]}>{words[claim.verdict]}</Badge> <strong>{claim.expected}</strong>
              </p>
              <p class="soft">{claim.seen}</p>
              {claim.why !== undefined && <p class="faint">{claim.why}</p>}
            </li>
          ))}
        </ol>
      )}
      <div class="buttons">
        <Action done={`Begun again: ${name}`} run={() => ask('reset', 'POST')}>
          Back to its beginning
        </Action>
        <Action tone="quiet" done={`Ended: ${name}`} run={onEnd}>
          End the story
        </Action>
      </div>
    </Card>
  );
};

const words: { readonly [verdict in Claim['verdict']]: string } = {
  holds: 'holds',
  violated: 'not yet',
  not_judged: 'not judged',
};

const tones: { readonly [verdict in Claim['verdict']]: Tone } = {
  holds: 'good',
  violated: 'warn',
  not_judged: 'plain',
};
