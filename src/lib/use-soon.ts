import { useEffect, useEffectEvent, useState } from 'react';

/** Runs once for a burst of calls, shortly after the first of them; not any more once the component is gone. */
export function useSoon(run: () => void, ms = 120): () => void {
  const latest = useEffectEvent(run);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const timer = setTimeout(() => {
      setAsked(0);
      latest();
    }, ms);
    return () => clearTimeout(timer);
  }, [asked, ms]);
  return () => setAsked(1);
}
