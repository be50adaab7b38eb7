import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ROLES } from '@/features/account/profile/roles';
import type { SessionView } from '@/features/account/session/session';
import { paths } from '@/lib/routing/paths';
import { routeOf } from './routes.ts';

export interface NavItem {
  to: string;
  label: MessageDescriptor;
}

/** The roles with work in a region. The bar shows their work, and the account menu their own trips. */
const REGION_WORK = [
  'tour_guide',
  'shuttle_driver',
  'shuttle_manager',
  'territory_staff',
  'territory_manager',
] as const;

/** All links of the bar and the account menu, in order. A link is shown only to people who may open its page. */
const items: readonly NavItem[] = [
  { to: paths.regions, label: msg`Regions` },
  { to: paths.transports, label: msg`Transport` },
  { to: paths.bookings, label: msg`My Bookings` },
  { to: paths.territoryBookings, label: msg`Bookings` },
  { to: paths.guideDashboard, label: msg`Guide Dashboard` },
  { to: paths.shuttleDashboard, label: msg`Shuttle Dashboard` },
  { to: paths.driverDashboard, label: msg`My Runs` },
  { to: paths.partnerDashboard, label: msg`Partner Dashboard` },
  { to: paths.manageRegion, label: msg`Manage Region` },
  { to: paths.admin, label: msg({ message: 'Admin', context: 'page' }) },
  { to: paths.allBookings, label: msg`Region Bookings` },
  { to: paths.submissions, label: msg`Share Your Experience` },
];

type Asker = Pick<SessionView, 'hasRole'>;

const isOwn = ({ to }: NavItem) => to === paths.bookings;

function openTo({ hasRole }: Asker): NavItem[] {
  return items.filter(({ to }) => {
    const access = routeOf(to)?.access;
    if (access === 'open') return true;
    return typeof access === 'object' ? hasRole(...access) : hasRole(...ROLES);
  });
}

/** Returns the links in the bar. */
export const navItems = (asker: Asker): NavItem[] =>
  openTo(asker).filter((item) => !isOwn(item) || !asker.hasRole(...REGION_WORK));

/** Returns the links that the account menu shows instead of the bar. */
export const accountItems = (asker: Asker): NavItem[] =>
  asker.hasRole(...REGION_WORK) ? openTo(asker).filter(isOwn) : [];

/** Returns the value of `aria-current`: 'page' on the page itself, 'true' on a page of its section. */
export function currentOf(item: NavItem, pathname: string): 'page' | 'true' | undefined {
  if (pathname === item.to) return 'page';
  return routeOf(pathname)?.section === item.to ? 'true' : undefined;
}
