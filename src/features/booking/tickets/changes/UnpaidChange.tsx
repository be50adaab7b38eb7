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
import { UnpaidChangeLines } from './UnpaidChangeLines';
import type { UnpaidChange as Change } from './unpaid-change';

interface Props {
  row: TicketRow;
  change: Change;
  className?: string;
}

/**
 * Shows a change that waits for payment, with the deadline and buttons to pay or to keep the booking unchanged.
 */
export default function UnpaidChange({ row, change, className }: Props) {
  const client = useQueryClient();
  const keep = useMutation({
    mutationFn: () => releaseHold(change.hold_id),
    // Refetched even after a failure, because the change may have been paid for.
    onSettled: () => client.invalidateQueries({ queryKey: bookingKeys.all }),
  });
  const amount = formatMoney(change.amount, change.currency_symbol);
  const until = formatMoment(change.expires_at, row.territory?.time_zone ?? 'UTC');
  const page = change.moves ? paths.changeDate(row.kind, row.id) : paths.morePeople(row.kind, row.id);
  return (
    <div className={cx('grid gap-2 rounded-lg bg-surface-2 p-4 text-sm', className)}>
      <Failure error={keep.error} />
      <p>
        {change.by === 'desk' ? (
          <Trans>The team has prepared a change. The difference is {amount}:</Trans>
        ) : (
          <Trans>To make this change, please pay the difference of {amount}:</Trans>
        )}
      </p>
      <UnpaidChangeLines
        change={change}
        before={{ date: row.booking_date, time: row.start_time, people: row.num_people }}
      />
      {change.paying ? (
        <p>
          <Trans>We're processing your payment.</Trans>
        </p>
      ) : (
        <>
          <p className="text-ink-2">
            <Trans>Please pay by {until}. Until then, your booking stays as it is.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <LinkButton variant="primary" to={page}>
              <Trans>Review and pay</Trans>
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
