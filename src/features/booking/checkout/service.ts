import type { Experience } from '@/features/catalogue/experiences/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { Transport } from '@/features/catalogue/transport/queries';
import { paths } from '@/lib/routing/paths';

export type Service = {
  kind: ServiceKind;
  id: string;
  territoryId: string;
  title: string;
  titleLanguage?: string | undefined; // only if it differs from the page's language
  bookingType: 'shared' | 'private' | 'both';
  sharedPrice: number | null; // per person
  privatePrice: number | null; // whole group
  currencySymbol: string;
  timeZone: string;
  minSpots: number;
  maxSpots: number;
  minPrivateGuests: number;
  maxPrivateGuests: number;
  passportRequired: boolean;
  cashAllowed: boolean;
  cancellationPolicy: string;
};

export type BookingType = 'shared' | 'private';

function commonOf(listing: Experience | Transport) {
  return {
    id: listing.id,
    territoryId: listing.territory_id,
    title: listing.title,
    titleLanguage: listing.untranslated?.title,
    bookingType: listing.booking_type as Service['bookingType'],
    sharedPrice: listing.shared_price,
    privatePrice: listing.private_price,
    currencySymbol: listing.territory?.currency_symbol ?? '$',
    timeZone: listing.territory?.time_zone ?? 'America/Guatemala',
    minSpots: listing.min_spots,
    maxSpots: listing.max_spots,
    // A limit that isn't set is 1.
    minPrivateGuests: listing.min_private_guests ?? 1,
    maxPrivateGuests: listing.max_private_guests ?? 1,
    passportRequired: listing.passport_required,
    cancellationPolicy: listing.cancellation_policy,
  };
}

export function experienceToService(experience: Experience): Service {
  return { kind: 'experience', ...commonOf(experience), cashAllowed: experience.cash_allowed };
}

/** Converts a transport service, which has one departure a day and is always paid by card. */
export function transportToService(transport: Transport): Service {
  return { kind: 'transport', ...commonOf(transport), cashAllowed: false };
}

/** Returns the address of the service's page, to return to after signing in. */
export const servicePath = ({ kind, id }: Pick<Service, 'kind' | 'id'>): string =>
  kind === 'transport' ? paths.transport(id) : paths.experience(id);

export const draftKey = (serviceId: string): string => `territorio:checkout:${serviceId}`;
