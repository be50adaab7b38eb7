import { useEffect } from 'react';

/** While something waits: nothing tells when a weak line carries again, and a phone says `online` before it does. The last one goes on. */
const AGAIN_MS = [2_000, 5_000, 10_000, 20_000];

/** Sends what waits when the page opens, the line is back, the phone is looked at again, and from time to time. */
export function useSendAgain(waiting: number, send: () => Promise<void>): void {
  useEffect(() => {
    if (waiting === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sendAndRepeat = (times = 0) => {
      clearTimeout(timer);
      timer = setTimeout(() => sendAndRepeat(times + 1), AGAIN_MS[Math.min(times, AGAIN_MS.length - 1)]);
      void send();
    };
    const onLook = () => document.visibilityState === 'visible' && sendAndRepeat();
    sendAndRepeat();
    globalThis.addEventListener('online', onLook);
    document.addEventListener('visibilitychange', onLook);
    return () => {
      clearTimeout(timer);
      globalThis.removeEventListener('online', onLook);
      document.removeEventListener('visibilitychange', onLook);
    };
  }, [waiting, send]);
}
