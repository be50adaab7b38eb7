import type { Role } from '@/features/account/profile/roles';
import { paths } from '@/lib/routing/paths';

/** Where each role works. */
const LANDING: Record<Role, string> = {
  admin: paths.admin,
  territory_manager: paths.manageRegion,
  territory_staff: paths.manageRegion,
  tour_guide: paths.guideDashboard,
  travel_partner: paths.partnerDashboard,
  shuttle_manager: paths.shuttleDashboard,
  shuttle_driver: paths.driverDashboard,
  tourist: paths.bookings,
};

/** The dashboard of the first of these roles, or null. */
export function landingOf(roles: readonly Role[]): string | null {
  const [first] = roles;
  return first ? LANDING[first] : null;
}
