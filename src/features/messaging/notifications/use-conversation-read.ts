import { useEffect } from 'react';
import { markConversationRead } from './queries';

/**
 * Marks a conversation's notifications as read while it is visible: when it opens, with each new message, and when
 * the person returns to the page. The live topic updates the panels. `heard` is the other person's last message,
 * null if there is none, and undefined while nothing is shown.
 */
export function useConversationRead(bookingId: string, heard: string | null | undefined): void {
  useEffect(() => {
    if (heard === undefined) return;
    const read = () => {
      if (document.visibilityState === 'visible') void markConversationRead(bookingId);
    };
    read();
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [bookingId, heard]);
}
