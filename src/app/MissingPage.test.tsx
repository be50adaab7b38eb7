import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
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

function open() {
  const frame = (
    <>
      <Outlet />
      <MissingPage />
    </>
  );
  const pages = [
    { path: '/bookings', element: <Link to="/terms">My ticket</Link> },
    { path: '/terms', lazy: async () => ({ Component: await loadPatiently(terms(), load) }) },
  ];
  const router = createMemoryRouter([{ element: frame, children: pages }], { initialEntries: ['/bookings'] });
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return router;
}

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  load
    .mockReset()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Terms);
});

it('without a line the page before stays, and the other one opens by itself when the line is back', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  expect(await screen.findByText('You are offline. The page opens when the signal is back.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'My ticket' })).toBeInTheDocument();
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is tried again at a press, and given up at another', async () => {
  const router = open();
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(router.state.location.pathname).toBe('/bookings');
  await userEvent.click(screen.getByRole('link', { name: 'My ticket' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The terms')).toBeInTheDocument();
});
