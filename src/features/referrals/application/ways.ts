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
  tour_guide: msg`Show guests the places you grew up with. You set the times, we bring the guests, and you keep 80% of what they pay, less the commission of the partner who sent them, if any.`,
  hotel_partner: msg`Put a QR code on the front desk. When your guests book a trip with it, you earn a commission.`,
  transport_provider: msg`Fill the empty seats of your boat, shuttle or car. See who comes, where from and at what time.`,
  influencer_partner: msg`Share your own link with your followers, and earn on their bookings.`,
};
