import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ROLES, type Role } from '@/features/account/profile/roles';
import type { SessionView } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';

export interface NavItem {
  to: string;
  /** Pages that lie below this one, though their address does not say so. */
  below?: RegExp;
  label: MessageDescriptor;
}

const everyone: NavItem[] = [
  { to: paths.regions, below: /^\/(territories|experiences|regions)\/[^/]+$/, label: msg`Regions` },
  { to: paths.transports, below: /^\/(transport\/|territories\/[^/]+\/transport$)/, label: msg`Transport` },
];

/** What each role finds in the bar; only addresses that exist. */
const byRole: readonly (NavItem & { roles: readonly Role[] })[] = [
  { to: paths.bookings, label: msg`My Bookings`, roles: ['tourist'] },
  { to: paths.territoryBookings, label: msg`Bookings`, roles: ['territory_manager', 'territory_staff'] },
  { to: paths.guideDashboard, label: msg`Guide Dashboard`, roles: ['tour_guide'] },
  {
    to: paths.shuttleDashboard,
    below: /^\/shuttle-manager-dashboard\//,
    label: msg`Shuttle Dashboard`,
    roles: ['shuttle_manager'],
  },
  { to: paths.driverDashboard, label: msg`My Runs`, roles: ['shuttle_driver'] },
  { to: paths.partnerDashboard, label: msg`Partner Dashboard`, roles: ['travel_partner'] },
  {
    to: paths.manageRegion,
    below: /^\/territory-management\//,
    label: msg`Manage Region`,
    roles: ['territory_manager', 'territory_staff'],
  },
  { to: paths.admin, label: msg`Admin`, roles: ['admin'] },
  { to: paths.allBookings, label: msg`Region Bookings`, roles: ['admin'] },
  { to: paths.submissions, label: msg`Share Your Experience`, roles: ROLES },
];

export function navItems(session: Pick<SessionView, 'hasRole'>): NavItem[] {
  return [...everyone, ...byRole.filter((item) => session.hasRole(...item.roles))];
}

/** 'page' for the page itself, 'true' for one below it: what `aria-current` says. */
export function currentOf(item: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === item.to) return 'page';
  return item.below?.test(pathname) ? 'true' : undefined;
}
