import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { FirstPage } from './FirstPage.tsx';
import { MissingPage } from './MissingPage.tsx';
import { loadPatiently } from './missing-page.ts';
import { routeOf } from './routes.ts';

const terms = () => {
  const route = routeOf('/terms');
  if (!route) throw new Error('no such route');
  return route;
};
const load = vi.fn<() => Promise<() => string>>();
const Terms = () => 'The terms';

function open(at = '/bookings') {
  const frame = (
    <>
      <Outlet />
      <MissingPage />
    </>
  );
  const pages = [
    { path: '/bookings', element: <Link to="/terms">My ticket</Link> },
    {
      path: '/terms',
      lazy: async () => ({ Component: await loadPatiently(terms(), load) }),
      hydrateFallbackElement: <FirstPage>Loading</FirstPage>,
    },
  ];
  const router = createMemoryRouter([{ element: frame, children: pages }], { initialEntries: [at] });
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return router;
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', async () => new Response());
  load
    .mockReset()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Terms);
});

it('keeps the previous page while offline, and opens the requested one when online again', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  expect(await screen.findByText("You're offline. This page will open when you're back online.")).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'My ticket' })).toBeInTheDocument();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('retries on a click, and gives up when another page is opened', async () => {
  const router = open();
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(router.state.location.pathname).toBe('/bookings');
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
});

it('shows on a first page without a network that it needs one, and opens it once online', async () => {
  open('/terms');
  expect(await screen.findByRole('heading', { level: 1, name: "You're offline" })).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
});

it('loads the first page again when asked', async () => {
  open('/terms');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
});
