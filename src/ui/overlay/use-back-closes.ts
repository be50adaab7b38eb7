import { useEffect, useEffectEvent } from 'react';
import { addOverlay } from '@/lib/routing/overlay-history';

/** While it is open, the back button closes it like its X and stays on the page. */
export function useBackCloses(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    return open ? addOverlay(() => onBack()) : undefined;
  }, [open]);
}
