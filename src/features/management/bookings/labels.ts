import { t } from '@lingui/core/macro';

export const kindLabel = (kind: string): string => (kind === 'transport' ? t`Transport` : t`Experience`);

export const bookingTypeLabel = (type: string): string => (type === 'private' ? t`Private` : t`Shared`);

/** The number by which people name a booking, as private.booking_number has it. */
export const bookingNumber = (id: string): string => id.slice(0, 8).toUpperCase();
