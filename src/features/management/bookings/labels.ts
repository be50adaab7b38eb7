import { t } from '@lingui/core/macro';
import { bookerName } from '@/features/booking/guest-name';
import type { TerritoryBooking } from './queries';

export const kindLabel = (kind: string): string => (kind === 'transport' ? t`Transport` : t`Experience`);

export const bookingTypeLabel = (type: string): string => (type === 'private' ? t`Private` : t`Shared`);

/** Returns the guest's name. Walk-ins may have given none. */
export const customerName = (row: Pick<TerritoryBooking, 'tourist_name' | 'tourist_email' | 'walk_in'>): string =>
  bookerName(row.tourist_name || row.tourist_email, row.walk_in);

/** Returns a booking's number, by the same rule as private.booking_number. */
export const bookingNumber = (id: string): string => id.slice(0, 8).toUpperCase();
