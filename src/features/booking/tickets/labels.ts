import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { capitalized } from '@/lib/format/sentence';
import type { TicketRow } from './pages';

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

/** The status with underscores as spaces and words capitalised; translated where it is known. */
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

/** "Shared experience", "Private boat" … */
export function typeLabel({ booking_type, kind, vehicle }: TicketRow): string {
  const whole = booking_type === 'private';
  if (kind === 'experience') return whole ? t`Private experience` : t`Shared experience`;
  if (vehicle === 'boat') return whole ? t`Private boat` : t`Shared boat`;
  if (vehicle === 'car') return whole ? t`Private car` : t`Shared car`;
  return whole ? t`Private shuttle` : t`Shared shuttle`;
}
