import { expect, it } from 'vitest';
import type { Role } from '@/features/account/profile/roles';
import { i18n } from '@/lib/i18n/i18n';
import { currentOf, navItems } from './navigation.ts';

const entries = (roles: Role[]) =>
  navItems({ hasRole: (...any) => any.some((role) => roles.includes(role)) }).map((item) => [
    i18n._(item.label),
    item.to,
  ]);

const PUBLIC = [
  ['Regions', '/regions'],
  ['Transport', '/transport'],
];
const SHARE = ['Share Your Experience', '/submissions'];

it.each<[Role, string[][]]>([
  ['tourist', [['My Bookings', '/bookings']]],
  ['tour_guide', [['Guide Dashboard', '/guide-dashboard']]],
  ['travel_partner', [['Partner Dashboard', '/travel-partner-dashboard']]],
  ['shuttle_manager', [['Shuttle Dashboard', '/shuttle-manager-dashboard']]],
  [
    'territory_manager',
    [
      ['Bookings', '/territory-bookings'],
      ['Manage Region', '/territory-management'],
    ],
  ],
  [
    'territory_staff',
    [
      ['Bookings', '/territory-bookings'],
      ['Manage Region', '/territory-management'],
    ],
  ],
  [
    'admin',
    [
      ['Admin', '/admin'],
      ['Region Bookings', '/all-bookings'],
    ],
  ],
])('%s finds their own pages in the bar', (role, own) => {
  expect(entries([role])).toEqual([...PUBLIC, ...own, SHARE]);
});

it('a guest finds what is public, and nothing else', () => {
  expect(entries([])).toEqual(PUBLIC);
});

it('marks the page itself, and the one that a page lies below', () => {
  const [regions] = navItems({ hasRole: () => false });
  const current = (pathname: string) => regions && currentOf(regions, pathname);
  expect(current('/regions')).toBe('page');
  expect(current('/territories/rio-dulce')).toBe('true');
  expect(current('/territories/rio-dulce/transport')).toBeUndefined();
});
