import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { capitalized } from '@/lib/format/sentence';

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
