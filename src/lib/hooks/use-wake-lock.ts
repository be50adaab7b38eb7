import { useEffect, useState } from 'react';

/** Keeps the screen on as long as it is used, again when one comes back to the page. True while the browser does so. */
export function useWakeLock(): boolean {
  const [on, setOn] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Older browsers have none, and a phone that saves its battery refuses.
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
