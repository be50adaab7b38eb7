import { t } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';

/** What the checkout says differently for the two kinds. */
export function labelsOf(kind: ServiceKind) {
  return kind === 'transport'
    ? {
        title: t`Book this transport`,
        logIn: t`Please log in to book this transport`,
        contactHint: t`Your driver writes to you here on the day.`,
        wholePrice: t`per vehicle`,
        nothingCharged: t`Nothing was charged. Choose another date or fewer people.`,
        seatsGone: t`Your seats were gone before the payment went through. Your card was not charged, or the money is on its way back. Choose another date.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your driver when you board.`,
      }
    : {
        title: t`Book this experience`,
        logIn: t`Please log in to book this experience`,
        contactHint: t`Your guide writes to you here on the day.`,
        wholePrice: t`whole group`,
        nothingCharged: t`Nothing was charged. The times below show what is left.`,
        seatsGone: t`Your seats were gone before the payment went through. Your card was not charged, or the money is on its way back. Choose another time.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your guide at the start.`,
      };
}
