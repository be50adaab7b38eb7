import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { releaseHold } from '@/features/booking/checkout/queries';
import { Failure } from '@/features/booking/offers/choice-parts';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { WaitingLines } from './WaitingLines';

interface Props {
  row: TicketRow;
  className?: string;
}

/**
 * Shows a change that waits for payment on its ticket, with the deadline and buttons to pay or to keep the booking
 * unchanged. Shows nothing without such a change.
 */
export function TicketChange({ row, className }: Props) {
  const client = useQueryClient();
  const { waiting } = row;
  const keep = useMutation({
    mutationFn: () => releaseHold(waiting?.hold_id ?? ''),
    // Refetched even after a failure, because the change may have been paid for.
    onSettled: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
  });
  if (!waiting) return null;
  const amount = formatMoney(waiting.amount, waiting.currency_symbol);
  const until = formatMoment(waiting.expires_at, row.territory?.time_zone ?? 'UTC');
  const page = waiting.moves ? paths.changeDate(row.kind, row.id) : paths.morePeople(row.kind, row.id);
  return (
    <div className={cx('grid gap-2 rounded-lg bg-surface-2 p-4 text-sm', className)}>
      <Failure error={keep.error} />
      <p>
        {waiting.by === 'desk' ? (
          <Trans>The team has prepared a change. It costs {amount} more:</Trans>
        ) : (
          <Trans>Your change is waiting for your payment. It costs {amount} more:</Trans>
        )}
      </p>
      <WaitingLines
        change={waiting}
        before={{ date: row.booking_date, time: row.start_time, people: row.num_people }}
      />
      {waiting.paying ? (
        <p>
          <Trans>Your payment is being processed.</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>Pay by {until}. Until then your booking stays as it is.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton variant="primary" to={page}>
              <Trans>See and pay</Trans>
            </LinkButton>
            <Button busy={keep.isPending} onClick={() => keep.mutate()}>
              <Trans>No, keep my booking</Trans>
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
