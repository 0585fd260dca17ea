/** A value that follows another, but no more often than now and then: for questions that cost the mock something. */
import { useEffect, useRef, useState } from 'preact/hooks';

export const useCalm = <Value>(value: Value, pauseMs: number): Value => {
  const [calm, setCalm] = useState(value);
  const newest = useRef(value);
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  newest.current = value;
  useEffect(() => {
    if (Object.is(value, calm)) return;
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      setCalm(newest.current);
    }, pauseMs);
  }, [value, calm, pauseMs]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return calm;
};
