import { matchPath } from 'react-router-dom';
import type { Role } from '@/features/account/profile/roles';
// The build reads this file without aliases, so it can't import from '@/'.
import { paths } from '../lib/routing/paths.ts';

/** The people who may open a page: everyone, only guests, everyone signed in, or holders of any of the roles. */
export type Access = 'open' | 'guest' | 'user' | readonly Role[];

export interface PageRoute {
  path: string;
  /** The name of the page's file in src/pages, without `.tsx`. */
  page: string;
  access: Access;
  /** Around the page: 'shell' has header and footer, 'bare' has neither. */
  frame: 'shell' | 'bare';
  /**
   * True if the build renders the page as HTML, for crawlers and slow phones. src/prerender/pages.ts lists the
   * addresses.
   */
  prerendered?: boolean;
  /** True if the page opens without a signal. The service worker keeps its files. */
  offline?: boolean;
  /**
   * True if the service worker keeps the page's files although the page needs a signal. People are redirected to it
   * when they sign out.
   */
  kept?: boolean;
  /** True for a work page, which has a bottom bar on a phone (layout/WorkBar.tsx). */
  work?: boolean;
  /** The most likely next page, whose code is loaded in advance. */
  next?: string;
  /** The page that the main navigation marks as current, even if its path differs. */
  section?: string;
}

const shell = { access: 'open', frame: 'shell' } as const;
const bare = { access: 'open', frame: 'bare' } as const;
const territoryTeam = { frame: 'shell', access: ['territory_manager', 'territory_staff'] } as const;
/** The roles that check guests in, sell seats and take cash. */
const AT_THE_DOOR: readonly Role[] = [
  'tour_guide',
  'shuttle_driver',
  'shuttle_manager',
  'territory_staff',
  'territory_manager',
];
const edit = { ...territoryTeam, section: paths.manageRegion };

/** All pages. Any other path redirects to the home page. */
export const routes: readonly PageRoute[] = [
  { path: '/', page: 'home', ...shell, prerendered: true, next: 'territory' },
  { path: '/regions', page: 'regions', ...shell, prerendered: true, next: 'territory' },
  {
    path: '/territories/:id',
    page: 'territory',
    ...shell,
    prerendered: true,
    next: 'experience',
    section: paths.regions,
  },
  { path: '/regions/:id', page: 'territory', ...shell, prerendered: true, next: 'experience', section: paths.regions },
  { path: '/experiences/:id', page: 'experience', ...shell, prerendered: true, section: paths.regions },
  {
    path: '/territories/:id/transport',
    page: 'territory-transport',
    ...shell,
    prerendered: true,
    next: 'transport',
    section: paths.transports,
  },
  {
    path: '/territories/:id/conditions',
    page: 'territory-conditions',
    ...shell,
    prerendered: true,
    section: paths.regions,
  },
  { path: '/transport', page: 'transport-list', ...shell, prerendered: true, next: 'transport' },
  { path: '/transport/:id', page: 'transport', ...shell, prerendered: true, section: paths.transports },
  { path: '/login', page: 'login', frame: 'bare', access: 'guest', kept: true },
  { path: '/register', page: 'register', frame: 'bare', access: 'guest' },
  { path: '/callback', page: 'callback', ...bare },
  { path: '/password-reset', page: 'password-reset', ...bare },
  { path: '/bookings', page: 'bookings', frame: 'shell', access: ['tourist'], offline: true },
  // All roles need this page: guests write to their guide, the region's staff and shuttle managers, and these reply.
  { path: '/bookings/:kind/:id/messages', page: 'conversation', frame: 'shell', access: 'user', work: true },
  { path: '/bookings/:kind/:id/receipt', page: 'receipt', frame: 'bare', access: 'user', offline: true },
  { path: '/bookings/:kind/:id/ticket', page: 'ticket', frame: 'bare', access: 'user', offline: true },
  // One page handles these three paths, and reads from the path which change it makes.
  { path: '/bookings/:kind/:id/change-date', page: 'change-booking', frame: 'shell', access: ['tourist'] },
  { path: '/bookings/:kind/:id/more-people', page: 'change-booking', frame: 'shell', access: ['tourist'] },
  { path: '/bookings/:kind/:id/fewer-people', page: 'change-booking', frame: 'shell', access: ['tourist'] },
  // People without an account open this page from an email. The token is after the #, so that it never reaches a
  // server.
  { path: '/offer', page: 'offer', ...shell },
  // People open this page from an email, and sign in to accept the ticket.
  { path: '/ticket-transfer', page: 'ticket-transfer', ...shell },
  // People who bought at the dock have no account, so the link is enough to see the ticket.
  { path: '/dock-ticket', page: 'dock-ticket', ...shell, offline: true },
  { path: '/pay', page: 'pay', ...shell },
  { path: '/sell', page: 'sell', frame: 'shell', access: AT_THE_DOOR, offline: true, work: true },
  // Shows the ticket of one person in a party who arrives separately.
  { path: '/passenger-ticket', page: 'passenger-ticket', ...shell, offline: true },
  { path: '/cash-book', page: 'cash-book', frame: 'shell', access: AT_THE_DOOR, offline: true, work: true },
  {
    path: '/cash-desk',
    page: 'cash-desk',
    frame: 'shell',
    access: ['territory_manager', 'territory_staff', 'shuttle_manager'],
    work: true,
  },
  // People without an account open this page from an email.
  { path: '/unsubscribe', page: 'unsubscribe', ...shell },
  { path: '/payouts', page: 'payouts', frame: 'shell', access: 'user' },
  { path: '/chargebacks/:id', page: 'chargeback', frame: 'bare', access: ['territory_manager', 'admin'] },
  { path: '/payouts/:id', page: 'payout', frame: 'bare', access: 'user' },
  // The page itself asks guests to log in, because it explains why.
  { path: '/check-in/:id', page: 'check-in', ...bare, offline: true },
  { path: '/profile', page: 'profile', frame: 'shell', access: 'user' },
  // The page itself asks guests to log in, because it explains why.
  { path: '/contact', page: 'contact', ...shell },
  { path: '/submissions', page: 'submissions', frame: 'shell', access: 'user' },
  {
    path: '/guide-dashboard',
    page: 'guide-dashboard',
    frame: 'shell',
    access: ['tour_guide'],
    offline: true,
    work: true,
  },
  {
    path: '/shuttle-manager-dashboard',
    page: 'shuttle-manager-dashboard',
    frame: 'shell',
    access: ['shuttle_manager'],
    offline: true,
    work: true,
  },
  {
    path: '/guest-list/:slotId/:date',
    page: 'guest-list',
    frame: 'bare',
    access: [...AT_THE_DOOR, 'admin'],
    offline: true,
  },
  {
    path: '/driver-dashboard',
    page: 'driver-dashboard',
    frame: 'shell',
    access: ['shuttle_driver'],
    offline: true,
    work: true,
  },
  {
    path: '/travel-partner-dashboard',
    page: 'travel-partner-dashboard',
    frame: 'shell',
    access: ['travel_partner'],
  },
  {
    path: '/travel-partner-dashboard/links/:id/card',
    page: 'partner-card',
    frame: 'bare',
    access: ['travel_partner'],
  },
  { path: '/regional-partner', page: 'regional-partner', ...shell },
  { path: '/admin', page: 'admin', frame: 'shell', access: ['admin'] },
  { path: '/all-bookings', page: 'all-bookings', frame: 'shell', access: ['admin'] },
  { path: '/territory-management', page: 'territory-management', ...territoryTeam, work: true },
  { path: '/territory-management/edit-experience/:id', page: 'edit-experience', ...edit },
  { path: '/territory-management/edit-transport/:id', page: 'edit-transport', ...edit },
  { path: '/territory-management/edit-guide/:id', page: 'edit-guide', ...edit },
  { path: '/territory-management/edit-partner/:id', page: 'edit-partner', ...edit },
  { path: '/territory-bookings', page: 'territory-bookings', ...territoryTeam, offline: true, work: true },
  { path: '/privacy', page: 'privacy', ...shell, prerendered: true },
  { path: '/terms', page: 'terms', ...shell, prerendered: true },
  { path: '/waiver', page: 'waiver', ...shell, prerendered: true },
];

/** The paths that search engines must not index. */
export const privateRoutes: string[] = routes
  .filter(({ access, frame }) => access !== 'open' || frame === 'bare')
  .map(({ path }) => path);

/** Returns the route of an address. */
export const routeOf = (pathname: string): PageRoute | undefined =>
  routes.find((route) => matchPath(route.path, pathname));
