import { t } from '@lingui/core/macro';
import { bookerName } from '@/features/booking/guest-name';
import type { TerritoryBooking } from './queries';

export const kindLabel = (kind: string): string => (kind === 'transport' ? t`Transport` : t`Experience`);

export const bookingTypeLabel = (type: string): string => (type === 'private' ? t`Private` : t`Shared`);

/** Whose booking it is. Who bought at the dock may have given no name. */
export const customerName = (row: Pick<TerritoryBooking, 'tourist_name' | 'tourist_email' | 'walk_up'>): string =>
  bookerName(row.tourist_name || row.tourist_email, row.walk_up);

/** The number by which people name a booking, as private.booking_number has it. */
export const bookingNumber = (id: string): string => id.slice(0, 8).toUpperCase();
