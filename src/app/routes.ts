import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { Role } from '@/features/account/profile/queries';
import { type LazyPage, lazyPage } from './lazy-page.ts';
import type { SignedInPage } from './signed-in-pages.ts';

/** Who may open a page: anyone, guests only, anyone signed in, or holders of any one of the roles. */
export type Access = 'open' | 'guest' | 'user' | readonly Role[];

export interface AppRoute extends LazyPage {
  path: string;
  access: Access;
  /** 'shell' has header and footer; 'bare' draws itself. */
  frame: 'shell' | 'bare';
}

const route = (path: string, access: Access, frame: AppRoute['frame'], page: LazyPage): AppRoute => ({
  path,
  access,
  frame,
  ...page,
});

/** A page that shows data: the cache is loaded at the same time as the page. */
const dataPage = (load: () => Promise<{ default: ComponentType }>): LazyPage =>
  lazyPage(async () => {
    const [page, { withData }] = await Promise.all([load(), import('./data.tsx')]);
    return { default: withData(page.default) };
  });

/** A page that only account holders open. Where it lies is looked up when it is asked for. */
const signedInPage = (name: SignedInPage): LazyPage =>
  dataPage(async () => (await import('./signed-in-pages.ts')).signedInPages[name]());

const territory = dataPage(() => import('@/pages/territory'));

/** The route table of the product. A path that is not here goes home. */
export const routes: readonly AppRoute[] = [
  route(
    '/',
    'open',
    'shell',
    lazyPage(() => import('@/pages/home')),
  ),
  route(
    '/regions',
    'open',
    'shell',
    lazyPage(async () => {
      const page = await import('@/pages/regions');
      await page.loadUnknownRegions();
      return page;
    }),
  ),
  route('/territories/:id', 'open', 'shell', territory),
  route('/regions/:id', 'open', 'shell', territory),
  route(
    '/experiences/:id',
    'open',
    'shell',
    dataPage(() => import('@/pages/experience')),
  ),
  route(
    '/territories/:id/transport',
    'open',
    'shell',
    dataPage(() => import('@/pages/territory-transport')),
  ),
  route(
    '/transport',
    'open',
    'shell',
    dataPage(() => import('@/pages/transport-list')),
  ),
  route(
    '/transport/:id',
    'open',
    'shell',
    dataPage(() => import('@/pages/transport')),
  ),
  route(
    '/login',
    'guest',
    'bare',
    dataPage(() => import('@/pages/login')),
  ),
  route(
    '/register',
    'guest',
    'bare',
    dataPage(() => import('@/pages/register')),
  ),
  route(
    '/callback',
    'open',
    'bare',
    dataPage(() => import('@/pages/callback')),
  ),
  route(
    '/password-reset',
    'open',
    'bare',
    dataPage(() => import('@/pages/password-reset')),
  ),
  route('/bookings', ['tourist'], 'shell', signedInPage('bookings')),
  // Any role: the traveller's guide, the staff of the region and the shuttle managers answer here.
  route('/bookings/:kind/:id/messages', 'user', 'shell', signedInPage('conversation')),
  route('/bookings/:kind/:id/receipt', 'user', 'bare', signedInPage('receipt')),
  // Open, as the page itself tells a guest why to log in.
  route('/check-in/:id', 'open', 'bare', signedInPage('checkIn')),
  route('/profile', 'user', 'shell', signedInPage('profile')),
  // Open to look at; the page itself asks a guest to log in.
  route('/contact', 'open', 'shell', signedInPage('contact')),
  route('/submissions', 'user', 'shell', signedInPage('submissions')),
  route('/guide-dashboard', ['tour_guide'], 'shell', signedInPage('guideDashboard')),
  route('/shuttle-manager-dashboard', ['shuttle_manager'], 'shell', signedInPage('shuttleManagerDashboard')),
  route(
    '/shuttle-manager-dashboard/manifest/:transportId/:date',
    ['shuttle_manager'],
    'bare',
    signedInPage('manifest'),
  ),
  route('/driver-dashboard', ['shuttle_driver'], 'shell', signedInPage('driverDashboard')),
  route('/travel-partner-dashboard', ['travel_partner'], 'shell', signedInPage('travelPartnerDashboard')),
  route('/travel-partner-dashboard/links/:id/card', ['travel_partner'], 'bare', signedInPage('partnerCard')),
  route(
    '/regional-partner',
    'open',
    'shell',
    dataPage(() => import('@/pages/regional-partner')),
  ),
  route('/admin', ['admin'], 'shell', signedInPage('admin')),
  route('/all-bookings', ['admin'], 'shell', signedInPage('allBookings')),
  route(
    '/territory-management',
    ['territory_manager', 'territory_staff'],
    'shell',
    signedInPage('territoryManagement'),
  ),
  route(
    '/territory-management/edit-experience/:id',
    ['territory_manager', 'territory_staff'],
    'shell',
    signedInPage('editExperience'),
  ),
  route(
    '/territory-management/edit-transport/:id',
    ['territory_manager', 'territory_staff'],
    'shell',
    signedInPage('editTransport'),
  ),
  route(
    '/territory-management/edit-guide/:id',
    ['territory_manager', 'territory_staff'],
    'shell',
    signedInPage('editGuide'),
  ),
  route(
    '/territory-management/edit-partner/:id',
    ['territory_manager', 'territory_staff'],
    'shell',
    signedInPage('editPartner'),
  ),
  route('/territory-bookings', ['territory_manager', 'territory_staff'], 'shell', signedInPage('territoryBookings')),
  route(
    '/privacy',
    'open',
    'shell',
    lazyPage(() => import('@/pages/privacy')),
  ),
  route(
    '/terms',
    'open',
    'shell',
    lazyPage(() => import('@/pages/terms')),
  ),
  route(
    '/waiver',
    'open',
    'shell',
    lazyPage(() => import('@/pages/waiver')),
  ),
];

/** The route that an address belongs to. */
export const routeOf = (path: string): AppRoute | undefined => routes.find((route) => matchPath(route.path, path));
