import { useEffect, useEffectEvent } from 'react';
import { addOverlay } from '@/lib/routing/overlay-history';

/** Makes the back button close an open overlay and stay on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    return open ? addOverlay(() => onBack()) : undefined;
  }, [open]);
}
