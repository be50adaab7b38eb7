import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SessionView, useSession } from '@/features/account/session/session';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { queryClient } from '@/lib/api/query-client';
import RegionsPage from './regions.tsx';

const env = vi.hoisted(() => ({ openRegions: false }));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<object>()),
  get openRegions() {
    return env.openRegions;
  },
}));
vi.mock('@/lib/api/query-client', async () => {
  const { QueryClient } = await import('@tanstack/react-query');
  return { queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }) };
});
vi.mock('@/features/account/session/session', () => ({ useSession: vi.fn() }));
vi.mock('@/features/account/referral/ReferralBanner', () => ({ ReferralBanner: () => <p>Banner</p> }));

const session = (view: Partial<SessionView>) =>
  vi.mocked(useSession).mockReturnValue({ status: 'signed-out', expired: false, left: false, ...view } as SessionView);

const region = (id: string, name: string) => ({
  id,
  name,
  summary: null,
  description: `All about ${name}.`,
  country: 'GT',
  featured: false,
  image_urls: [],
});

/** Sets the response to the list of regions. */
function regions(status: number, body: unknown) {
  const answer = () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  const fetching = vi.fn(() => Promise.resolve(answer()));
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

function Place() {
  const { pathname, search, state } = useLocation();
  return <p>{`at ${pathname}${search} state ${JSON.stringify(state)}`}</p>;
}

function open(entry: string) {
  renderApp(
    <Routes>
      <Route path="/regions" element={<RegionsPage />} />
      <Route path="*" element={<Place />} />
    </Routes>,
    { url: entry, client: queryClient },
  );
}

const title = () => screen.queryByRole('heading', { level: 1, name: 'Choose a region' });

beforeEach(() => {
  // Silences React's warning about <search>, which jsdom doesn't support.
  const complain = vi.mocked(console.error).getMockImplementation();
  vi.mocked(console.error).mockImplementation((...args) => (args[1] === 'search' ? undefined : complain?.(...args)));
  env.openRegions = false;
  session({});
  queryClient.clear();
  regions(200, [region('lago', 'Lago'), region('peten', 'Petén')]);
});

describe('a page whose HTML contains the territories', () => {
  const cards = () => screen.getAllByRole('listitem').map((item) => item.textContent);

  it('shows them at once, and the newer ones after the response', async () => {
    env.openRegions = true;
    queryClient.setQueryData(territoryKeys.list(), [region('lago', 'Lago')], { updatedAt: 0 });
    const asked = regions(200, [region('lago', 'Lago'), region('peten', 'Petén')]);
    open('/regions');
    expect(cards()).toEqual([expect.stringContaining('Lago')]);
    expect(await screen.findByRole('link', { name: /Petén/ })).toBeInTheDocument();
    expect(cards()).toHaveLength(2);
    expect(asked).toHaveBeenCalledOnce();
  });

  it('hydrates with the last data read, not the built one', () => {
    env.openRegions = true;
    queryClient.setQueryData(territoryKeys.list(), [region('peten', 'Petén')]);
    open('/regions');
    expect(cards()).toEqual([expect.stringContaining('Petén')]);
  });
});

describe('access to the territories', () => {
  it('leads a visitor without a code to the sign-up, and the wanted page is stored', () => {
    open('/regions?q=rio');
    expect(screen.getByText('at /register state {"from":"/regions?q=rio"}')).toBeInTheDocument();
  });

  it('includes the code that this browser has stored', () => {
    localStorage.setItem('territorio-ref', 'HOTEL1');
    open('/regions');
    expect(screen.getByText('at /register?ref=HOTEL1 state {"from":"/regions"}')).toBeInTheDocument();
  });

  it('is refused with an invalid code', () => {
    open('/regions?ref=x');
    expect(screen.getByText(/^at \/register state/)).toBeInTheDocument();
  });

  it('is given to a visitor whom a partner sent, with the banner, and the cards keep the code', async () => {
    open('/regions?ref=HOTEL1');
    expect(screen.getByText('Banner')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: /Lago/ })).toHaveAttribute('href', '/territories/lago?ref=HOTEL1');
  });

  it('is given to an account', () => {
    session({ status: 'signed-in' });
    open('/regions');
    expect(title()).toBeInTheDocument();
  });

  it('waits while the session is unknown', () => {
    session({ status: 'loading' });
    open('/regions');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(title()).toBeNull();
  });

  it.each([
    [{ left: true }, 'at /login state null'],
    [{ expired: true }, 'at /login state {"from":"/regions"}'],
  ])('leads a person who recently had an account to the login: %j', (view, place) => {
    session(view);
    open('/regions');
    expect(screen.getByText(place)).toBeInTheDocument();
  });

  it('is given to every visitor if the territories are public', async () => {
    env.openRegions = true;
    open('/regions');
    expect(title()).toBeInTheDocument();
    expect(screen.queryByText('Banner')).toBeNull();
    expect(await screen.findByRole('link', { name: /Lago/ })).toHaveAttribute('href', '/territories/lago');
  });
});

describe('the list of territories', () => {
  beforeEach(() => {
    env.openRegions = true;
  });

  it('is searched in names and descriptions, with a message if nothing matches', async () => {
    open('/regions');
    await screen.findByRole('link', { name: /Lago/ });
    const box = screen.getByRole('searchbox', { name: 'Search regions' });
    await fill(userEvent, box, 'about peten');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await fill(userEvent, box, ' and more');
    expect(screen.getByText('No territories match your search criteria.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows the sample Rio Dulce if there is none', async () => {
    regions(200, []);
    open('/regions?ref=HOTEL1');
    expect(await screen.findByRole('heading', { name: 'Rio Dulce' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Rio Dulce/ })).toHaveAttribute(
      'href',
      '/territories/rio-dulce?ref=HOTEL1',
    );
  });

  it.each([429, 500])('shows the failure beside the sample after the response %i, and retries', async (status) => {
    const failing = regions(status, { message: 'no' });
    open('/regions');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load regions. Please try again later.');
    expect(screen.getByRole('heading', { name: 'Rio Dulce' })).toBeInTheDocument();
    expect(failing).toHaveBeenCalled();
    regions(200, [region('lago', 'Lago')]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Lago/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("stays when it can't be reloaded, and the page reports it", async () => {
    open('/regions');
    expect(await screen.findByRole('link', { name: /Lago/ })).toBeInTheDocument();
    regions(500, { message: 'no' });
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load regions. Please try again later.');
    expect(screen.getByRole('link', { name: /Lago/ })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Rio Dulce' })).toBeNull();
    regions(200, [region('lago', 'Lago de Izabal')]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Izabal/ })).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
