import { plural } from '@lingui/core/macro';

/** Says how many bookings a group message was sent to. */
export const sentText = (bookings: number): string =>
  plural(bookings, { one: 'We sent your message to # booking', other: 'We sent your message to # bookings' });
