import type { SessionView } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';

/** A person's work page; null without one. With several roles, one that checks guests in comes first. */
export function workPathOf({ hasRole }: Pick<SessionView, 'hasRole'>): string | null {
  if (hasRole('tour_guide')) return paths.guideDashboard;
  if (hasRole('shuttle_driver')) return paths.driverDashboard;
  if (hasRole('shuttle_manager')) return paths.shuttleDashboard;
  if (hasRole('territory_manager', 'territory_staff')) return paths.territoryBookings;
  return hasRole('travel_partner') ? paths.partnerDashboard : null;
}

/** Roles that check guests in. */
export const worksAtDoor = ({ hasRole }: Pick<SessionView, 'hasRole'>): boolean =>
  hasRole('tour_guide', 'shuttle_driver', 'shuttle_manager', 'territory_manager', 'territory_staff');
