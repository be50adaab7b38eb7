import { t } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';

export function labelsOf(kind: ServiceKind) {
  return kind === 'transport'
    ? {
        title: t`Book this transport`,
        logIn: t`Please log in to book this transport`,
        contactHint: t`Your driver will message you here on the day.`,
        wholePrice: t`per vehicle`,
        nothingCharged: t`Nothing was charged. Choose another date or fewer people.`,
        seatsGone: t`The seats were taken before your payment went through. If your card was charged, we're refunding it. Please choose another date.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your driver when you board.`,
      }
    : {
        title: t`Book this experience`,
        logIn: t`Please log in to book this experience`,
        contactHint: t`Your guide will message you here on the day.`,
        wholePrice: t`whole group`,
        nothingCharged: t`Nothing was charged. The times below show the seats left.`,
        seatsGone: t`The seats were taken before your payment went through. If your card was charged, we're refunding it. Please choose another time.`,
        ticket: t`Your QR ticket is in My Bookings. Show it to your guide at the start.`,
      };
}
