import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX2 } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { Selection } from './queries';

const CancelDepartureDialog = lazyPart(() => import('./CancelDepartureDialog'));

/**
 * Cancels departures. `ask` opens the dialog, which must be rendered beside the list. `onChanged` refetches the
 * lists.
 */
export function useCancelDeparture(onChanged: () => Promise<unknown>) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const dialog = selection && (
    <CancelDepartureDialog selection={selection} onClose={() => setSelection(null)} onChanged={onChanged} />
  );
  return { ask: setSelection as (selection: Selection) => void, dialog };
}

interface CancelButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className'> {
  /** The departure's name, for the button's accessible name. */
  about: string;
  onPress: () => void;
}

export function CancelDepartureButton({ about, onPress, variant = 'ghost', ...look }: CancelButtonProps) {
  const { t } = useLingui();
  return (
    <Button
      {...look}
      variant={variant}
      icon={<CalendarX2 aria-hidden="true" />}
      aria-label={t`Cancel departure: ${about}`}
      onClick={onPress}
    >
      <span>
        <Trans>Cancel departure</Trans>
      </span>
    </Button>
  );
}
