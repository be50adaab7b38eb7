import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleSlash } from 'lucide-react';
import { isAtOnce, type Onward } from '@/features/dock/check-in/onward';
import type { CheckInBooking, Press } from '@/features/dock/check-in/queries';
import { ResultScreen } from '@/features/dock/check-in/ResultScreen';
import { formatMoney } from '@/lib/format/money';
import { pressWithoutLine, type Target } from './press';

interface Props {
  press: Press;
  booking: CheckInBooking | null;
  target: Target;
  onward: Onward;
  onUndone: () => void;
}

/** Shows an action made offline until the page continues. */
export function KeptResult({ press, booking, target, onward, onUndone }: Props) {
  const { t } = useLingui();
  const undo = useMutation({
    mutationFn: () => pressWithoutLine(target, { action: 'undo' }),
    onSuccess: onUndone,
  });
  const came = press.action !== 'no_show';
  const amount = press.cash === undefined ? null : formatMoney(press.cash, booking?.currency_symbol);
  return (
    <ResultScreen
      tone={came ? 'success' : 'grey'}
      icon={came ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
      title={came ? t`Checked In` : t`Marked as no show`}
      booking={booking ?? undefined}
      onward={onward}
      onUndo={booking ? () => undo.mutate() : undefined}
      silent={!isAtOnce(onward)}
    >
      <Trans>Saved on this phone. We'll send it when you're back online.</Trans>
      {amount && (
        <strong className="block">
          <Trans>{amount} received</Trans>
        </strong>
      )}
    </ResultScreen>
  );
}
