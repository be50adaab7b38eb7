import { useEffect, useState } from 'react';

/** Keeps the screen on while mounted, and again after returning to the page. Returns whether the browser does so. */
export function useWakeLock(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Older browsers don't have it, and a phone in battery saving mode refuses.
      lock = (await navigator.wakeLock?.request('screen').catch(() => null)) ?? null;
      if (over) await lock?.release();
      else setOn(lock !== null);
    };
    void ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
  return on;
}
