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
  /** True while another change is being made, which will replace this one. */
  replaced?: boolean;
  refresh: () => Promise<unknown>;
}

/**
 * Shows a change that waits for the guest's payment, with its deadline, its reason and a button to withdraw it.
 * Shows nothing without such a change.
 */
export function WaitingChange({ booking, replaced = false, refresh }: Props) {
  const { waiting } = booking;
  const withdraw = useMutation({
    mutationFn: () => withdrawChange(booking.id, waiting?.hold_id ?? ''),
    // Refetched even after a failure, because the change may have been paid for.
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
              A change is waiting for the guest to pay {amount} by {until}:
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
            <Trans>If you change the booking now, that change ends and the guest can no longer pay for it.</Trans>
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
