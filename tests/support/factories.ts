import type { Profile } from '@/features/account/profile/queries';
import type { Service } from '@/features/management/shuttle/queries';
import type { ReferralLink } from '@/features/referrals/dashboard/queries';

/** A signed-in person: a tourist of Guatemala unless the test says otherwise. */
export function aProfile(changes: Partial<Profile> = {}): Profile {
  return {
    id: 'me',
    email: 'me@example.test',
    full_name: 'Me Myself',
    avatar_url: null,
    roles: ['tourist'],
    country: 'GT',
    bio: null,
    territory_id: null,
    business_name: null,
    hotel_name: null,
    ...changes,
  };
}

/** A shuttle of a territory, sold by the seat. */
export function aShuttleService(changes: Partial<Service> = {}): Service {
  return {
    id: 's1',
    title: 'Coast shuttle',
    sort_title: 'coast shuttle',
    description: 'Air conditioned',
    image_urls: [],
    transport_type_id: 'shuttle',
    type_name: 'Shuttle',
    booking_type: 'shared',
    shared_price: 185.5,
    private_price: null,
    min_spots: 1,
    max_spots: 10,
    available_spots: 10,
    pickup_location: 'Dock',
    pickup_location_id: 'pu_1',
    departure_time: '13:00:00',
    duration_hours: 4.5,
    visible: true,
    updated_at: '2026-11-21T00:00:00Z',
    ...changes,
  };
}

/** A partner's link in the lobby of a hotel, with what it has brought. */
export function aReferralLink(changes: Partial<ReferralLink> = {}): ReferralLink {
  return {
    id: 'l1',
    name: 'Lobby',
    code: 'LOBBY1',
    active: true,
    created_at: '2026-11-01T00:00:00+00:00',
    visits: 3,
    registrations: 2,
    bookings: 1,
    ...changes,
  };
}
