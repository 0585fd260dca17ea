/** The mock's clock: how fast it runs, moves ahead, and what is due when. */
import { useState } from 'preact/hooks';
import { length } from '../figures.ts';
import { now } from '../now.ts';
import type { Panel } from '../panel.ts';
import { Action } from '../parts/action.tsx';
import { Card } from '../parts/card.tsx';
import { Segments } from '../parts/segments.tsx';
import { advanceClock, setClockMode } from '../steer-clock.ts';
import { clock } from '../store.ts';
import { Ahead } from './clock-ahead.tsx';

const Clock = () => (
  <div class="overview">
    <Time />
    <Move />
    <Ahead />
  </div>
);

const Time = () => {
  const { mode } = clock.value;
  const text = new Date(mode === 'manual' ? clock.value.now : now.value).toISOString();
  const known = modes.some(([one]) => one === mode) ? modes : [...modes, [mode, mode] as const];
  return (
    <Card title="Time" side={<span class="faint">UTC</span>}>
      <p class="clock-large">
        <time dateTime={text}>
          <span class="faint">{text.slice(0, 10)}</span> {text.slice(11, 19)}
          <span class="faint">{text.slice(19, 23)}</span>
        </time>
      </p>
      <div class="buttons">
        <Segments label="Pace" value={mode} of={known} onChoose={(chosen) => void setClockMode(chosen)} />
        <OwnSpeed />
      </div>
      <p class="faint">
        {mode === 'manual'
          ? 'It stands still: jobs end, links expire and webhooks are sent only when you move it.'
          : 'It runs by itself. It can be moved ahead all the same, and never goes back.'}
      </p>
    </Card>
  );
};

const modes: readonly (readonly [mode: string, shown: string])[] = [
  ['manual', 'Frozen'],
  ['real', 'Real time'],
  ['10x', '10×'],
  ['60x', '60×'],
  ['3600x', '3600×'],
];

const OwnSpeed = () => {
  const [speed, setSpeed] = useState('');
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void setClockMode(`${speed}x`);
      }}
    >
      <label>
        <span class="hidden">Own speed, times real time</span>
        <input
          type="number"
          class="short"
          min="0.001"
          max="999999"
          step="any"
          required
          placeholder="own"
          value={speed}
          onInput={({ currentTarget }) => setSpeed(currentTarget.value)}
        />
      </label>
      <button type="submit">× speed</button>
    </form>
  );
};

const Move = () => {
  const { nextDue } = clock.value;
  const ahead = nextDue === null ? undefined : Math.max(0, nextDue - now.value);
  return (
    <Card title="Move it ahead">
      <p>
        {nextDue === null || ahead === undefined ? (
          <span class="faint">Nothing is due: the mock waits for a request.</span>
        ) : (
          <>
            Next, something happens by itself in <strong>{length(ahead)}</strong>{' '}
            <span class="faint">at {new Date(nextDue).toISOString().slice(0, 23).replace('T', ' ')}</span>
          </>
        )}
      </p>
      <div class="buttons">
        <Action tone="main" disabled={nextDue === null} run={() => advanceClock({ to_next: true })}>
          Step to what is due next
        </Action>
        {steps.map(([label, seconds]) => (
          <Action key={label} run={() => advanceClock({ seconds })}>
            {label}
          </Action>
        ))}
      </div>
      <OwnMove />
    </Card>
  );
};

const steps = [
  ['+1 s', 1],
  ['+1 min', 60],
  ['+1 h', 3_600],
  ['+24 h', 86_400],
] as const;

const OwnMove = () => {
  const [amount, setAmount] = useState('90');
  const [unit, setUnit] = useState('60');
  const [to, setTo] = useState('');
  const seconds = Number(amount) * Number(unit);
  return (
    <div class="buttons">
      <div class="inline-form">
        <label>
          <span class="hidden">How far</span>
          <input
            type="number"
            class="short"
            min="0"
            step="any"
            value={amount}
            onInput={({ currentTarget }) => setAmount(currentTarget.value)}
          />
        </label>
        <label>
          <span class="hidden">Unit</span>
          <select value={unit} onChange={({ currentTarget }) => setUnit(currentTarget.value)}>
            <option value="1">seconds</option>
            <option value="60">minutes</option>
            <option value="3600">hours</option>
            <option value="86400">days</option>
          </select>
        </label>
        <Action disabled={amount === ''} run={() => advanceClock({ seconds })}>
          Advance
        </Action>
      </div>
      <div class="inline-form">
        <label>
          <span class="hidden">Instant in UTC</span>
          <input
            type="datetime-local"
            step="1"
            value={to}
            onInput={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </label>
        <Action disabled={to === ''} run={() => advanceClock({ to: `${to}Z` })}>
          Go to
        </Action>
      </div>
    </div>
  );
};

export const clockPanel: Panel = {
  id: 'clock',
  title: 'Clock',
  icon: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 4.500V8l2.500 1.500',
  key: 'c',
  group: 'Steer',
  view: Clock,
};
