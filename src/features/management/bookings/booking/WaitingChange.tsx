import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { WaitingLines } from '@/features/booking/tickets/changes/WaitingLines';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
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
  const [asking, setAsking] = useState(false);
  if (!waiting) return null;
  const withdraw = async () => {
    try {
      await withdrawChange(booking.id, waiting.hold_id);
      setAsking(false);
    } finally {
      // Refetched even after a failure, because the change may have been paid for.
      await refresh().catch(() => undefined);
    }
  };
  const amount = formatMoney(waiting.amount, waiting.currency_symbol);
  const until = formatMoment(waiting.expires_at, booking.time_zone);
  return (
    <Alert tone={replaced ? 'warn' : 'info'}>
      <div className="grid gap-2">
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
          <Button size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
            <Trans>Withdraw change</Trans>
          </Button>
        )}
        <ConfirmDialog
          open={asking}
          onCancel={() => setAsking(false)}
          onConfirm={withdraw}
          title={<Trans>Withdraw this change?</Trans>}
          description={
            <Trans>
              The seats held for it are released, and the guest can no longer pay for it. The booking stays as it is. If
              we've asked the guest to pay, we email them.
            </Trans>
          }
          confirm={<Trans>Withdraw change</Trans>}
          keep={<Trans>Keep change</Trans>}
        />
      </div>
    </Alert>
  );
}
