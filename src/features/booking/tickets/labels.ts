import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { formatDay, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { capitalized } from '@/lib/format/sentence';
import type { TicketRow } from './pages';
import { isCashDue } from './transitions';

const known: Record<string, MessageDescriptor> = {
  pending: msg`Pending`,
  ordered: msg`Ordered`,
  paid: msg({ message: 'Paid', context: 'booking' }),
  confirmed: msg`Confirmed`,
  checked_in: msg`Checked In`,
  no_show: msg`No Show`,
  cancelled: msg`Cancelled`,
  refunded: msg`Refunded`,
};

/** Returns the translated status, or for an unknown one its words, capitalised and without underscores. */
export function statusLabel(status: string): string {
  const descriptor = known[status];
  if (descriptor) return i18n._(descriptor);
  return status.split('_').filter(Boolean).map(capitalized).join(' ');
}

const checkIn: Record<string, MessageDescriptor> = {
  checked_in: msg`Checked In`,
  no_show: msg`No Show`,
};

export const checkInLabel = (status: string): string => i18n._(checkIn[status] ?? msg`Pending Check-in`);

/** Returns for example "Shared experience" or "Private boat". */
export function typeLabel({ booking_type, kind, vehicle }: TicketRow): string {
  const whole = booking_type === 'private';
  if (kind === 'experience') return whole ? t`Private experience` : t`Shared experience`;
  if (vehicle === 'boat') return whole ? t`Private boat` : t`Shared boat`;
  if (vehicle === 'car') return whole ? t`Private car` : t`Shared car`;
  return whole ? t`Private shuttle` : t`Shared shuttle`;
}

/** Returns a trip's name for a dialog's heading, such as 'Laguna azul, Fri, Nov 27, 7:00 AM'. */
export const tripName = (
  { booking_date, start_time }: Pick<TicketRow, 'booking_date' | 'start_time'>,
  title: string,
): string => [title, formatDay(booking_date), start_time && formatTime(start_time)].filter(Boolean).join(', ');

/**
 * Returns a ticket's price line, as on the receipt and in emails. If another person paid, it only says that it is
 * paid.
 */
export function priceFacts(row: TicketRow): { name: string; text: string }[] {
  const { total_price: price, paid, refund } = row;
  const money = (amount: number) => formatMoney(amount, row.currency?.symbol);
  if (price === null) return [{ name: t`Payment`, text: t`Paid by someone else` }];
  if (isCashDue(row)) return [{ name: t`To pay in cash`, text: money(price) }];
  if (!refund) return [{ name: t`Total`, text: money(price) }];
  return [
    { name: t`Paid`, text: money(paid) },
    { name: t`Refunded`, text: money(refund.refunded + refund.onItsWay) },
    { name: t`You paid in total`, text: money(paid - refund.refunded - refund.onItsWay) },
  ];
}
