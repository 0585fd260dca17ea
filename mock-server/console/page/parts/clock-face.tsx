/** The mock's clock in the bar, with the two things that are done with it most: let it stand or run, and step on. */
import { second } from '../now.ts';
import { linkTo } from '../route.ts';
import { advanceClock, setClockMode } from '../steer-clock.ts';
import { clock } from '../store.ts';
import { Action } from './action.tsx';
import { Icon } from './icon.tsx';

export const ClockFace = () => {
  if (second.value === 0) return null;
  const text = new Date(second.value * 1_000).toISOString();
  const { mode, nextDue } = clock.value;
  const isFrozen = mode === 'manual';
  return (
    <span class="clock-face" role="group" aria-label="Clock">
      <a href={linkTo('clock')} title="The clock of the mock, in UTC">
        <span class="clock-day">{text.slice(0, 10)} </span>
        <time dateTime={text}>{text.slice(11, 19)}</time>
        <span class={`pill ${isFrozen ? 'info' : ''}`}>{isFrozen ? 'frozen' : mode}</span>
      </a>
      <span class="clock-buttons">
        <Action
          tone="quiet"
          title={isFrozen ? 'Let it run in real time' : 'Freeze the clock'}
          run={() => setClockMode(isFrozen ? 'real' : 'manual')}
        >
          <Icon path={isFrozen ? 'M5 3.500l7 4.500-7 4.500z' : 'M5.500 3.500v9M10.500 3.500v9'} />
          <span class="hidden">{isFrozen ? 'Run the clock' : 'Freeze the clock'}</span>
        </Action>
        <Action
          tone="quiet"
          title="Step to what is due next"
          disabled={nextDue === null}
          run={() => advanceClock({ to_next: true })}
        >
          <Icon path="M4 3.500l6 4.500-6 4.500zM12 3.500v9" />
          <span class="hidden">Step the clock</span>
        </Action>
      </span>
    </span>
  );
};
