import { useEffect } from 'react';

/** Names the page in the tab, in history and for screen readers; nothing while the name is not known yet. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Territorio`;
  }, [title]);
}
