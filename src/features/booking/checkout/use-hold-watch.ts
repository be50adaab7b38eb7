import { useEffect, useEffectEvent } from 'react';
import { onReached } from '@/lib/offline/on-reached';
import type { Hold } from './dto';

/**
 * Refetches a hold when the page gets focus and when the hold's time is up, because another tab or device may have
 * paid or taken it over. Waits while offline. `look` throws if it couldn't reach the server.
 */
export function useHoldWatch(hold: Hold | null, look: () => Promise<void>): void {
  const ask = useEffectEvent(look);
  const { id, expiresAt } = hold ?? {};
  useEffect(() => {
    if (!id || !expiresAt) return undefined;
    let stopRetrying: (() => void) | null = null;
    const retry = () => {
      stopRetrying ??= onReached(run);
    };
    const run = () =>
      void ask().then(() => {
        stopRetrying?.();
        stopRetrying = null;
      }, retry);
    const onLook = () => document.visibilityState === 'visible' && run();
    const expiry = setTimeout(run, Math.max(0, Date.parse(expiresAt) - Date.now()));
    document.addEventListener('visibilitychange', onLook);
    // Two windows side by side are both visible, so a visibility event isn't enough.
    addEventListener('focus', onLook);
    return () => {
      clearTimeout(expiry);
      stopRetrying?.();
      document.removeEventListener('visibilitychange', onLook);
      removeEventListener('focus', onLook);
    };
  }, [id, expiresAt]);
}
