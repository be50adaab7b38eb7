import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The four ways to earn, by their names in the database. */
export const WAYS = ['tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner'] as const;
export type Way = (typeof WAYS)[number];

export const wayName: Record<Way, MessageDescriptor> = {
  tour_guide: msg`Tour Guide`,
  hotel_partner: msg`Hotel Partner`,
  transport_provider: msg`Transport Provider`,
  influencer_partner: msg`Influencer Partner`,
};

export const wayText: Record<Way, MessageDescriptor> = {
  tour_guide: msg`Show guests the places you grew up with. You set the times, and we bring the guests. You keep 80% of the price, minus commission if a partner referred the guest.`,
  hotel_partner: msg`Put a QR code on your front desk. When your guests use it to book a trip, you earn a commission.`,
  transport_provider: msg`Fill the empty seats in your boat, shuttle or car. See who's coming, from where and when.`,
  influencer_partner: msg`Share your own link with your followers, and earn a commission on their bookings.`,
};
