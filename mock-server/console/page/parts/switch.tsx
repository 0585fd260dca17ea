/** Something that is on or off, and is said in a word besides: it waits while the mock is told. */
import { useState } from 'preact/hooks';
import { announce } from '../announce.ts';
import { said } from '../ask.ts';

export const Switch = ({
  label,
  isOn,
  turn,
  words = ['on', 'off'],
}: {
  /** What it switches, for whoever cannot see what stands beside it. */
  label: string;
  isOn: boolean;
  /** Throws where it fails. */
  turn: (on: boolean) => Promise<unknown>;
  words?: readonly [on: string, off: string];
}) => {
  const [isTurning, setTurning] = useState(false);
  const flip = async (): Promise<void> => {
    setTurning(true);
    try {
      await turn(!isOn);
    } catch (error) {
      announce(said(error), 'bad');
    } finally {
      setTurning(false);
    }
  };
  return (
    <button
      type="button"
      role="switch"
      class="switch"
      aria-label={label}
      aria-checked={isOn}
      aria-busy={isTurning}
      onClick={() => {
        if (!isTurning) void flip();
      }}
    >
      <span class="switch-track" aria-hidden="true" />
      <span class="switch-word" aria-hidden="true">
        {words[isOn ? 0 : 1]}
      </span>
    </button>
  );
};
