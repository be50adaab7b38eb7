import { useEffect, useEffectEvent } from 'react';
import { addOverlay } from '@/lib/routing/overlay-history';

/** While it is open, Back closes it, as its own X would, and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    return open ? addOverlay(() => onBack()) : undefined;
  }, [open]);
}
