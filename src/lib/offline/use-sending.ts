import { useCallback, useEffect, useState } from 'react';

/** While something waits: nothing tells when a weak line carries again, and a phone says `online` before it does. The last one goes on. */
const AGAIN_MS = [2_000, 5_000, 10_000, 20_000];

/**
 * Sends what waits: when the page opens, the line is back, the phone is looked at again, and from time to time. `sendAll` rejects with the
 * server's refusal of it all, which is `failure`; it stays the same from one drawing to the next.
 */
export function useSending(waiting: number, sendAll: () => Promise<void>) {
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useCallback(async () => {
    setBusy(true);
    try {
      await sendAll();
      setFailure(null);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  }, [sendAll]);
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
  return { waiting, failure, busy, send };
}
