import { useEffect } from 'react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { markConversationRead } from './queries';

/**
 * While a conversation is looked at, its notifications count as read: when it opens, with each new message, and when the page comes
 * back into view. The panels hear of it on the person's topic. `heard`: the last message of somebody else, null where there is none;
 * undefined while nothing is shown.
 */
export function useConversationRead(kind: ServiceKind, bookingId: string, heard: string | null | undefined): void {
  useEffect(() => {
    if (heard === undefined) return;
    const read = () => {
      if (document.visibilityState === 'visible') void markConversationRead(kind, bookingId);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [kind, bookingId, heard]);
}
