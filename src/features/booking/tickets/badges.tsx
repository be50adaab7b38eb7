import { Trans } from '@lingui/react/macro';
import { CircleCheck, CircleSlash, Clock3 } from 'lucide-react';
import { formatMoney } from '@/lib/format/money';
import { Badge, StatusBadge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { isPartHere, type Party } from './arrived';
import { checkInLabel, statusLabel } from './labels';
import type { TicketRow } from './pages';
import { partyText } from './party-text';
import { isCardAuthorised, isCashDue } from './transitions';

export function BookingStatusBadge({ status }: { status: string }) {
  return <StatusBadge status={status}>{statusLabel(status)}</StatusBadge>;
}

type Payment = Parameters<typeof isCardAuthorised>[0];

/** Says, beside 'Ordered', that the card is authorised and will be charged once the departure is confirmed. */
export function CardWaitsNote({ booking, className }: { booking: Payment; className?: string }) {
  if (!isCardAuthorised(booking)) return null;
  return (
    <span className={cx('block text-xs text-ink-2', className)}>
      <Trans>Card, not charged yet</Trans>
    </span>
  );
}

const looks = {
  checked_in: { Icon: CircleCheck, className: 'text-success-text' },
  no_show: { Icon: CircleSlash, className: 'text-ink-2' },
  pending: { Icon: Clock3, className: 'text-ink-2' },
} as const;

/** Shows badges for a booking's status, cash due and arrival, or one badge if status and arrival say the same. */
export function TicketBadges({ row }: { row: TicketRow }) {
  const { status, check_in_status: arrival } = row;
  const amount = formatMoney(row.total_price ?? 0, row.currency?.symbol);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <BookingStatusBadge status={status} />
      {isCashDue(row) && (
        <Badge tone="warn" className="nums">
          <span>
            <Trans>To pay in cash: {amount}</Trans>
          </span>
        </Badge>
      )}
      {(statusLabel(status) !== checkInLabel(arrival) || isPartHere(row)) && (
        <CheckInBadge status={arrival} booking={status} party={row} />
      )}
    </div>
  );
}

interface CheckInBadgeProps {
  status: string;
  /** The booking's status. */
  booking: string;
  /** Shows how many have arrived if only some have. */
  party?: Party;
}

/** No one is expected on an ended booking, so its arrival is shown only if there was one. */
export function CheckInBadge({ status, booking, party }: CheckInBadgeProps) {
  if (!(status in looks && status !== 'pending') && (booking === 'cancelled' || booking === 'refunded')) return null;
  const { Icon, className } = looks[status as keyof typeof looks] ?? looks.pending;
  return (
    <Badge tone="line" className={className}>
      <Icon aria-hidden="true" />
      {party && isPartHere(party) ? <Fresh>{partyText(party)}</Fresh> : checkInLabel(status)}
    </Badge>
  );
}
