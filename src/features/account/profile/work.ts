import type { SessionView } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';

/**
 * Returns a person's work page, or null if they have none. If they have several roles, one that checks guests in
 * comes first.
 */
export function workPathOf({ hasRole }: Pick<SessionView, 'hasRole'>): string | null {
  if (hasRole('tour_guide')) return paths.guideDashboard;
  if (hasRole('shuttle_driver')) return paths.driverDashboard;
  if (hasRole('shuttle_manager')) return paths.shuttleDashboard;
  if (hasRole('territory_manager', 'territory_staff')) return paths.territoryBookings;
  return hasRole('travel_partner') ? paths.partnerDashboard : null;
}

/** Returns whether the person has a role that checks guests in. */
export const worksAtDoor = ({ hasRole }: Pick<SessionView, 'hasRole'>): boolean =>
  hasRole('tour_guide', 'shuttle_driver', 'shuttle_manager', 'territory_manager', 'territory_staff');
