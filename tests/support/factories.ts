import type { Profile } from '@/features/account/profile/queries';

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
