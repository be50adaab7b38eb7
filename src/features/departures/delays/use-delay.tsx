import { Trans, useLingui } from '@lingui/react/macro';
import { ClockAlert } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { LateDeparture } from './delay';

const DelayDialog = lazyPart(() => import('./DelayDialog'));

/**
 * Announces that a departure is late. `ask` opens the dialog, which must be rendered beside the list. `onChanged`
 * refetches the lists.
 */
export function useDelay(onChanged: () => Promise<unknown>) {
  const [departure, setDeparture] = useState<LateDeparture | null>(null);
  const dialog = departure && (
    <DelayDialog departure={departure} onClose={() => setDeparture(null)} onChanged={onChanged} />
  );
  return { ask: setDeparture as (departure: LateDeparture) => void, dialog };
}

interface DelayButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  /** The departure's name, for the button's accessible name. */
  about: string;
  onPress: () => void;
}

export function DelayButton({ about, onPress, variant = 'ghost', ...look }: DelayButtonProps) {
  const { t } = useLingui();
  return (
    <Button
      {...look}
      variant={variant}
      icon={<ClockAlert aria-hidden="true" />}
      aria-label={t`Announce delay: ${about}`}
      onClick={onPress}
    >
      <span>
        <Trans>Announce delay</Trans>
      </span>
    </Button>
  );
}
