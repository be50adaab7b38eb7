import { useEffect, useEffectEvent, useState } from 'react';

/** Returns the whole seconds until an instant, at least zero. */
export const secondsLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

/** Returns for example '1:46' or '1:59:00'. */
export function clockText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const parts = [Math.floor((seconds % 3600) / 60), seconds % 60].map((part) => String(part).padStart(2, '0'));
  return hours > 0 ? [hours, ...parts].join(':') : parts.join(':').replace(/^0/, '');
}

/** Counts down while the component is mounted. `onEnd` is called once at zero, to refetch what is shown. */
export function useSecondsLeft(until: string, onEnd?: () => void): number {
  const [left, setLeft] = useState(() => secondsLeft(until, Date.now()));
  useEffect(() => {
    const tick = () => setLeft(secondsLeft(until, Date.now()));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  const ended = left === 0;
  const tellEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (ended) tellEnd();
  }, [ended]);
  return left;
}
