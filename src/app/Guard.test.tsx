import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storeInvite } from '@/features/account/invites/stored-invite';
import type { Role } from '@/features/account/profile/queries';
import { type SessionView, useSession } from '@/features/account/session/session';
import { storedReturnTo, storeReturnTo } from '@/features/account/sign-in/return-to';
import { SESSION_KEY } from '@/lib/api/session';
import { Guard } from './Guard.tsx';
import type { Access } from './routes.ts';

vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));

function session(view: Partial<SessionView>, roles: Role[] = []): void {
  if (view.status === 'signed-in') localStorage.setItem(SESSION_KEY, '{}');
  else localStorage.removeItem(SESSION_KEY);
  vi.mocked(useSession).mockReturnValue({
    status: 'signed-out',
    expired: false,
    left: false,
    user: null,
    profile: null,
    profilePending: false,
    profileError: null,
    retryProfile: () => undefined,
    hasRole: (...wanted) => wanted.some((role) => roles.includes(role)),
    ...view,
  });
}

function Place() {
  const { pathname, search, state } = useLocation();
  return <p>{`at ${pathname}${search} state ${JSON.stringify(state)}`}</p>;
}

function open(access: Access, entry: string | { pathname: string; search?: string; state?: unknown }) {
  renderApp(
    <Routes>
      <Route
        path="/guarded"
        element={
          <Guard access={access}>
            <h1>Inside</h1>
          </Guard>
        }
      />
      <Route path="*" element={<Place />} />
    </Routes>,
    { url: entry },
  );
}

const inside = () => screen.queryByRole('heading', { name: 'Inside' });

describe('Guard', () => {
  beforeEach(() => session({}));

  it('lets anyone into a public page, even before it is known who they are', () => {
    session({ status: 'loading' });
    open('open', '/guarded');
    expect(inside()).toBeInTheDocument();
  });

  it('shows a spinner while it is not known who is here', () => {
    session({ status: 'loading' });
    open('user', '/guarded');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(inside()).toBeNull();
  });

  it('sends a visitor to /login and remembers the whole origin', () => {
    open('user', '/guarded?tab=2#x');
    expect(screen.getByText('at /login state {"from":"/guarded?tab=2#x"}')).toBeInTheDocument();
  });

  it('remembers no destination after signing out', () => {
    session({ left: true });
    open(['tourist'], '/guarded');
    expect(screen.getByText('at /login state null')).toBeInTheDocument();
  });

  it('lets people in who hold any of the roles', () => {
    session({ status: 'signed-in' }, ['territory_staff']);
    open(['territory_manager', 'territory_staff'], '/guarded');
    expect(inside()).toBeInTheDocument();
  });

  it('sends people home who hold none of them, or have no profile', () => {
    session({ status: 'signed-in' }, ['tourist']);
    open(['admin'], '/guarded');
    expect(screen.getByText(/^at \/ state/)).toBeInTheDocument();
  });

  it('waits for the profile, and shows an error when it could not be loaded', () => {
    session({ status: 'signed-in', profilePending: true });
    open(['tourist'], '/guarded');
    expect(screen.getByRole('status')).toBeInTheDocument();
    session({ status: 'signed-in', profileError: new Error('Failed to load user') });
    open(['tourist'], '/guarded');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load user');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  describe('redirects from pages for visitors', () => {
    beforeEach(() => session({ status: 'signed-in' }));

    it('leads a person with an invitation to where it is accepted, and keeps the origin', () => {
      storeInvite('ab'.repeat(32));
      storeReturnTo('/transport');
      open('guest', { pathname: '/guarded', state: { from: '/bookings' } });
      expect(screen.getByText(/^at \/callback state/)).toBeInTheDocument();
      expect(storedReturnTo()).toBe('/transport');
    });

    it('leads to the origin of the link', () => {
      open('guest', { pathname: '/guarded', state: { from: '/experiences/1?people=2' } });
      expect(screen.getByText(/^at \/experiences\/1\?people=2 state/)).toBeInTheDocument();
    });

    it('leads to the remembered origin, once', () => {
      storeReturnTo('/bookings');
      open('guest', '/guarded');
      expect(screen.getByText(/^at \/bookings state/)).toBeInTheDocument();
      open('guest', '/guarded');
      expect(screen.getByText(/^at \/ state/)).toBeInTheDocument();
    });

    it.each(['https://evil.example', '//evil.example', 7, null])('leads home for the origin %j', (from) => {
      open('guest', { pathname: '/guarded', state: { from } });
      expect(screen.getByText(/^at \/ state/)).toBeInTheDocument();
    });

    it('waits for a session that was deleted from the storage to end, instead of leading back', () => {
      localStorage.removeItem(SESSION_KEY);
      open('guest', { pathname: '/guarded', state: { from: '/bookings' } });
      expect(screen.getByRole('status')).toHaveTextContent('Loading');
      expect(screen.queryByText(/^at/)).toBeNull();
    });

    it('lets a visitor in', () => {
      session({});
      open('guest', '/guarded');
      expect(inside()).toBeInTheDocument();
    });
  });

  it.each([
    ['tour_guide', '/guide-dashboard'],
    ['shuttle_driver', '/driver-dashboard'],
    ['shuttle_manager', '/shuttle-manager-dashboard'],
    ['territory_staff', '/territory-bookings'],
    ['travel_partner', '/travel-partner-dashboard'],
    ['tourist', '/'],
  ] as const)('leads a %s who followed no link to %s', (role, place) => {
    session({ status: 'signed-in' }, [role]);
    open('guest', { pathname: '/guarded', state: { from: '/?app' } });
    expect(screen.getByText(new RegExp(`^at ${place.replace('/', '\\/')}(\\?app)? `))).toBeInTheDocument();
  });

  it('prefers a followed link to the work page, which waits until the roles are known', () => {
    session({ status: 'signed-in', profilePending: true });
    open('guest', { pathname: '/guarded', state: { from: '/' } });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    session({ status: 'signed-in' }, ['tour_guide']);
    open('guest', { pathname: '/guarded', state: { from: '/bookings' } });
    expect(screen.getByText(/^at \/bookings /)).toBeInTheDocument();
  });
});
