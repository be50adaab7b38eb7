import type { Service } from '@/features/checkout/types';
import type { Transport } from '../queries';

/** A transport service as the checkout sees it: one departure a day, and always paid by card. */
export function toService(transport: Transport): Service {
  return {
    kind: 'transport',
    id: transport.id,
    title: transport.title,
    bookingType: transport.booking_type as Service['bookingType'],
    sharedPrice: transport.shared_price,
    privatePrice: transport.private_price,
    currencySymbol: transport.territory?.currency_symbol ?? '$',
    timeZone: transport.territory?.time_zone ?? 'America/Guatemala',
    minSpots: transport.min_spots,
    maxSpots: transport.max_spots,
    minPrivateGuests: transport.min_private_guests,
    maxPrivateGuests: transport.max_private_guests,
    passportRequired: transport.passport_required,
    cashAllowed: false,
    cancellationPolicy: transport.cancellation_policy,
  };
}
