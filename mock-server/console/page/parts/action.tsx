/** A button that has the mock do something: it waits meanwhile, and tells what came of it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from '../announce.ts';
import { said } from '../ask.ts';

export const Action = ({
  run,
  done,
  children,
  tone = '',
  disabled = false,
  title,
}: {
  /** Throws where it fails. */
  run: () => Promise<unknown>;
  /** What is told when it is done; nothing where it shows by itself. */
  done?: string;
  children: ComponentChildren;
  tone?: '' | 'main' | 'danger' | 'quiet';
  disabled?: boolean;
  title?: string;
}) => {
  const [isRunning, setRunning] = useState(false);
  const start = async (): Promise<void> => {
    setRunning(true);
    try {
      await run();
      if (done !== undefined) announce(done);
    } catch (error) {
      announce(said(error), 'bad');
    } finally {
      setRunning(false);
    }
  };
  return (
    <button type="button" class={tone} title={title} disabled={disabled || isRunning} onClick={() => void start()}>
      {children}
    </button>
  );
};

/** Puts a text on the clipboard. */
export const Copy = ({ text, children }: { text: () => string; children: ComponentChildren }) => (
  <Action tone="quiet" done="Copied" run={() => navigator.clipboard.writeText(text())}>
    {children}
  </Action>
);
