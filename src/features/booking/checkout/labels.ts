import { t } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';

export function labelsOf(kind: ServiceKind) {
  return kind === 'transport'
    ? {
        title: t`Book this transport`,
        logIn: t`Please log in to book this transport`,
        contactHint: t`Your driver will message you here on the day.`,
        wholePrice: t`per vehicle`,
        nothingCharged: t`We haven't charged you. Please choose another date or fewer people.`,
        seatsGone: t`Someone else booked the seats before your payment went through. If we charged your card, we're refunding the money. Please choose another date.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your driver when you board.`,
      }
    : {
        title: t`Book this experience`,
        logIn: t`Please log in to book this experience`,
        contactHint: t`Your guide will message you here on the day.`,
        wholePrice: t`whole group`,
        nothingCharged: t`We haven't charged you. The times below show how many seats are left.`,
        seatsGone: t`Someone else booked the seats before your payment went through. If we charged your card, we're refunding the money. Please choose another time.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your guide at the start.`,
      };
}
