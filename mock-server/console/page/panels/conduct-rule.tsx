/** One rule of the client's conduct: what came of it, where that is shown, and what to change. */
import { Badge, type Tone } from '../parts/badge.tsx';
import { linkTo } from '../route.ts';

export type RuleVerdict = {
  readonly id: string;
  readonly title: string;
  readonly clauses: readonly string[];
  readonly advice: string;
  readonly verdict: 'fail' | 'warn' | 'pass' | 'not_testable';
  readonly lapses: readonly { readonly message: string; readonly entries: readonly number[] }[];
  readonly message: string;
};

/** Of a rule that is broken all the time, the first ones. */
const lapsesShown = 20;

export const ConductRule = ({
  rule: { id, title, clauses, advice, verdict, lapses, message },
}: {
  rule: RuleVerdict;
}) => (
  <li>
    <p>
      <Badge tone={tones[verdict]}>{verdict}</Badge> <strong>{title}</strong> <code class="faint">{id}</code>
    </p>
    {lapses.length === 0 && <p class="soft">{message}</p>}
    {lapses.length > 0 && (
      <>
        <p class="callout info">{advice}</p>
        <ul class="lapses" aria-label={`Where ${id} was broken`}>
          {lapses.slice(0, lapsesShown).map((lapse, index) => (
            <li key={index}>
              {lapse.message}{' '}
              {lapse.entries.map((seq) => (
                <a key={seq} href={linkTo('journal', seq)}>
                  entry {seq}{' '}
                </a>
              ))}
            </li>
          ))}
        </ul>
        {lapses.length > lapsesShown && <p class="faint">and {lapses.length - lapsesShown} more</p>}
      </>
    )}
    <p>
      {clauses.map((clause) => (
        <a key={clause} class="clause-link" href={`docs/clauses#${clause}`}>
          <code>{clause}</code>
        </a>
      ))}
    </p>
  </li>
);

const tones: { readonly [verdict in RuleVerdict['verdict']]: Tone } = {
  fail: 'bad',
  warn: 'warn',
  pass: 'good',
  not_testable: 'plain',
};
