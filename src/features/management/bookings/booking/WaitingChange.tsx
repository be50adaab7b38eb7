import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '@/features/booking/offers/choice-parts';
import { WaitingLines } from '@/features/booking/tickets/changes/WaitingLines';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { type BookingDetail, withdrawChange } from './queries';

interface Props {
  booking: BookingDetail;
  /** Another change is being made, which takes its place. */
  replaced?: boolean;
  refresh: () => Promise<unknown>;
}

/** The change of a booking that waits for its guest's payment: the change, its deadline and reason, and withdrawing it. Nothing otherwise. */
export function WaitingChange({ booking, replaced = false, refresh }: Props) {
  const { waiting } = booking;
  const withdraw = useMutation({
    mutationFn: () => withdrawChange(booking.id, waiting?.hold_id ?? ''),
    // Even after a failure: it may have been paid.
    onSettled: () => refresh(),
  });
  if (!waiting) return null;
  const amount = formatMoney(waiting.amount, waiting.currency_symbol);
  const until = formatMoment(waiting.expires_at, booking.time_zone);
  return (
    <Alert tone={replaced ? 'warn' : 'info'}>
      <div className="grid gap-2">
        <Failure error={withdraw.error} />
        <p>
          {waiting.paying ? (
            <Trans>The guest is paying {amount} for this change:</Trans>
          ) : (
            <Trans>
              The guest has until {until} to pay {amount} for this change:
            </Trans>
          )}
        </p>
        <WaitingLines
          change={waiting}
          before={{ date: booking.booking_date, time: booking.start_time, people: booking.num_people }}
        />
        {waiting.reason && <p className="wrap-anywhere">{waiting.reason}</p>}
        {replaced && (
          <p>
            <Trans>If you change the booking now, the guest can no longer pay for the earlier change.</Trans>
          </p>
        )}
        {!waiting.paying && (
          <Button size="sm" className="justify-self-start" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans>Withdraw change</Trans>
          </Button>
        )}
      </div>
    </Alert>
  );
}
