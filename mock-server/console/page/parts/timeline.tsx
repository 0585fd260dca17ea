/** What happened, in order, and what is still ahead. */
import type { ExplainedStep } from '../../../../spec/schemas/explain.ts';
import { linkTo } from '../route.ts';
import { When } from './when.tsx';

export const Timeline = ({ steps }: { steps: readonly ExplainedStep[] }) => (
  <ol class="timeline">
    {steps.map((step, index) => (
      <li key={index} class={step.ahead ? 'ahead' : ''}>
        <When at={step.at} />
        <div>
          <p>
            {step.what}
            {step.ahead && <span class="faint"> (ahead)</span>}
            {step.seq !== null && <a href={linkTo('journal', step.seq)}> entry {step.seq}</a>}
          </p>
          {step.because !== null && <p class="faint">{step.because}</p>}
          {step.details.map((detail) => (
            <p key={detail} class="faint">
              {detail}
            </p>
          ))}
        </div>
      </li>
    ))}
  </ol>
);
