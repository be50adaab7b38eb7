import { useEffect, useState } from 'react';

/** Draws again every minute, so that "3m ago" stays true while one looks at it. */
export function useMinutes(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 60_000);
    return () => clearInterval(timer);
  }, []);
}
