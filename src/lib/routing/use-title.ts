import { useEffect } from 'react';

/** Sets the document title. Does nothing while the name is loading. */
export function useTitle(title: string | null | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Territorio`;
  }, [title]);
}
