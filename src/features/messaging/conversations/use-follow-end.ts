import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Ends {
  oldest: string | undefined;
  newest: string | undefined;
  /** True if the newest message is the reader's own. */
  own: boolean;
  /** The line above the first unread message, if there is one. */
  start: RefObject<HTMLElement | null>;
}

/**
 * Manages the scroll position of a conversation. It opens at the first unread message or otherwise at the end,
 * follows new messages while the end is visible, sets `unseen` while it isn't, and stays in place when older
 * messages are added above.
 */
export function useFollowEnd(end: RefObject<HTMLElement | null>, { oldest, newest, own, start }: Ends) {
  const before = useRef<{ oldest: string | undefined; newest: string | undefined; height: number } | null>(null);
  const atEnd = useRef(true);
  const [unseen, setUnseen] = useState(false);

  useLayoutEffect(() => {
    const height = document.documentElement.scrollHeight;
    const last = before.current;
    before.current = { oldest, newest, height };
    if (newest === undefined) return;
    if (newest !== last?.newest) {
      if (last?.newest === undefined && start.current) {
        start.current.focus({ preventScroll: true });
        start.current.scrollIntoView({ block: 'start' });
      } else if (last?.newest === undefined || own || atEnd.current) end.current?.scrollIntoView({ block: 'end' });
      else setUnseen(true);
    } else if (oldest !== last.oldest) {
      window.scrollBy(0, height - last.height);
    }
  }, [oldest, newest, own, end, start]);

  useEffect(() => {
    const element = end.current;
    if (!element || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        atEnd.current = entries.at(-1)?.isIntersecting ?? false;
        if (atEnd.current) setUnseen(false);
      },
      { rootMargin: '0px 0px 120px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [end]);

  return { unseen, toEnd: () => end.current?.scrollIntoView({ block: 'end' }) };
}
