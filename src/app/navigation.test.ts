// @vitest-environment node
import { expect, it } from 'vitest';
import type { Role } from '@/features/account/profile/roles';
import { i18n } from '@/lib/i18n/i18n';
import { accountItems, currentOf, navItems } from './navigation.ts';

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
])('shows %s their own pages in the bar', (role, own) => {
  expect(entries([role])).toEqual([...PUBLIC, ...own, SHARE]);
});

it.each<[Role]>([['tour_guide'], ['shuttle_driver'], ['shuttle_manager'], ['territory_staff'], ['territory_manager']])(
  'shows people who work as %s their own trips in the account menu, and not in the bar',
  (role) => {
    const asker = { hasRole: (...any: Role[]) => any.some((one) => one === role || one === 'tourist') };
    expect(accountItems(asker).map((item) => [i18n._(item.label), item.to])).toEqual([['My Bookings', '/bookings']]);
    expect(entries([role, 'tourist'])).not.toContainEqual(['My Bookings', '/bookings']);
    expect(entries([role, 'tourist'])).toEqual(entries([role]));
  },
);

it.each<[Role[]]>([[['tourist']], [['tourist', 'travel_partner']], [['tourist', 'admin']]])(
  'shows people who are %j these only in the bar',
  (roles) => {
    expect(entries(roles)).toContainEqual(['My Bookings', '/bookings']);
    expect(accountItems({ hasRole: (...any) => any.some((role) => roles.includes(role)) })).toEqual([]);
  },
);

it('shows a visitor only what is public', () => {
  expect(entries([])).toEqual(PUBLIC);
});

it('marks the page itself, and its parent', () => {
  const [regions] = navItems({ hasRole: () => false });
  const current = (pathname: string) => regions && currentOf(regions, pathname);
  expect(current('/regions')).toBe('page');
  expect(current('/territories/rio-dulce')).toBe('true');
  expect(current('/territories/rio-dulce/transport')).toBeUndefined();
});
