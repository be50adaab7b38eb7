import type { Experience } from '@/features/catalogue/experiences/detail/queries';
import type { Transport } from '@/features/catalogue/transport/queries';
import type { Service } from './types';

/** What an experience and a transport service have in common, as the checkout sees it. */
function commonOf(listing: Experience | Transport) {
  return {
    id: listing.id,
    title: listing.title,
    bookingType: listing.booking_type as Service['bookingType'],
    sharedPrice: listing.shared_price,
    privatePrice: listing.private_price,
    currencySymbol: listing.territory?.currency_symbol ?? '$',
    timeZone: listing.territory?.time_zone ?? 'America/Guatemala',
    minSpots: listing.min_spots,
    maxSpots: listing.max_spots,
    // A limit that the owner left open is 1.
    minPrivateGuests: listing.min_private_guests ?? 1,
    maxPrivateGuests: listing.max_private_guests ?? 1,
    passportRequired: listing.passport_required,
    cancellationPolicy: listing.cancellation_policy,
  };
}

export function experienceToService(experience: Experience): Service {
  return { kind: 'experience', ...commonOf(experience), cashAllowed: experience.cash_allowed };
}

/** Transport has one departure a day and is always paid by card. */
export function transportToService(transport: Transport): Service {
  return { kind: 'transport', ...commonOf(transport), cashAllowed: false };
}
