import { useEffect, useState } from 'react';

/** Whole seconds until an instant, never below zero. */
export const secondsLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

/** '1:46' */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The same, counted down while it is looked at. */
export function useSecondsLeft(until: string): number {
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
