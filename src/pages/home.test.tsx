import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { type SessionView, useSession } from '@/features/account/session/session';
import HomePage from './home.tsx';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
// These parts load only when someone scrolls near them.
vi.mock('@/features/site/home/TripSearch', () => ({ TripSearch: () => <p>Search</p> }));
vi.mock('@/features/site/home/FeaturedExperiences', () => ({ default: () => <p>Offers</p> }));
vi.mock('@/features/site/home/TerritoryPosters', () => ({ default: () => <p>Plates</p> }));

function show(status: SessionView['status'], entry = '/') {
  vi.mocked(useSession).mockReturnValue({ status, hasRole: () => false } as Partial<SessionView> as SessionView);
  renderApp(<HomePage />, { url: entry });
}
const targets = (name: string) =>
  screen.queryAllByRole('link', { name }).map((link) => link.getAttribute('href') ?? '');
const closing = () => within(screen.getByRole('region', { name: 'The first boat leaves at seven' }));

it('lets a visitor explore, or sign up', () => {
  show('signed-out');
  expect(new Set(targets('Explore Experiences'))).toEqual(new Set(['/regions']));
  expect(new Set(targets('Sign Up Now'))).toEqual(new Set(['/register']));
  expect(closing().getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register');
  expect(closing().queryByRole('link', { name: 'Browse Experiences' })).toBeNull();
});

it('does not ask an account holder to sign up', () => {
  show('signed-in');
  expect(new Set(targets('Explore Experiences'))).toEqual(new Set(['/regions']));
  expect(targets('Sign Up Now')).toEqual([]);
  expect(closing().getByRole('link', { name: 'Browse Experiences' })).toHaveAttribute('href', '/regions');
  expect(closing().queryByRole('link', { name: 'Get Started' })).toBeNull();
});

function At() {
  const { pathname, state } = useLocation();
  return <p>{`at ${pathname} ${JSON.stringify(state)}`}</p>;
}

it.each([
  ['/?scan', 'at /guide-dashboard {"scan":true}'],
  ['/?app=today', 'at /guide-dashboard null'],
])('leads people who work here from the shortcut %s to their day', (entry, place) => {
  const hasRole = (...roles: string[]) => roles.includes('tour_guide');
  vi.mocked(useSession).mockReturnValue({ status: 'signed-in', hasRole } as Partial<SessionView> as SessionView);
  renderApp(
    <>
      <HomePage />
      <At />
    </>,
    { url: entry },
  );
  expect(screen.getByText(place)).toBeInTheDocument();
});

it('shows the featured territory and the three steps', () => {
  show('signed-out');
  expect(targets('Explore Río Dulce')).toEqual(['/regions/rio-dulce']);
  const steps = within(screen.getByRole('region', { name: 'How it works' })).getAllByRole('heading', { level: 3 });
  expect(steps.map((step) => step.textContent)).toEqual([
    '1. Choose a region',
    '2. Book an experience',
    '3. Enjoy your trip and review it',
  ]);
});

it('keeps the code of a partner in all of its links', () => {
  show('signed-out', '/?ref=HOTEL1');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((href) => !href.endsWith('?ref=HOTEL1'))).toEqual([]);
});

it('dates its sample ticket in the future', () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T23:30:00Z'), toFake: ['Date'] });
  show('signed-out');
  expect(screen.getByText('Saturday, December 5, 2026')).toBeInTheDocument();
  vi.useRealTimers();
});
