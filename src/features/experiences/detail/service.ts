import type { Service } from '@/features/checkout/types';
import type { Experience } from './queries';

/** An experience as the checkout sees it. Limits that the owner left open default to 1 (spec part 2, section 9). */
export function toService(experience: Experience): Service {
  return {
    kind: 'experience',
    id: experience.id,
    title: experience.title,
    bookingType: experience.booking_type as Service['bookingType'],
    sharedPrice: experience.shared_price,
    privatePrice: experience.private_price,
    currencySymbol: experience.territory?.currency_symbol ?? '$',
    timeZone: experience.territory?.time_zone ?? 'America/Guatemala',
    minSpots: experience.min_spots,
    maxSpots: experience.max_spots,
    minPrivateGuests: experience.min_private_guests ?? 1,
    maxPrivateGuests: experience.max_private_guests ?? 1,
    passportRequired: experience.passport_required,
    cashAllowed: experience.cash_allowed,
    cancellationPolicy: experience.cancellation_policy,
  };
}
