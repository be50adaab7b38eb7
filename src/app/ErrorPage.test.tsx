import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n/i18n';
import { ErrorPage } from './ErrorPage.tsx';

function Broken(): never {
  throw new Error('The tide is out');
}

const Frame = () => (
  <>
    <Link to="/whole">Elsewhere</Link>
    <Outlet />
  </>
);

it('a broken page shows its error with the message, and the way to another page stays open', async () => {
  // Silences React, which logs the errors that it catches.
  vi.mocked(console.error).mockImplementation(() => undefined);
  const pages = [
    { path: '/broken', element: <Broken /> },
    { path: '/whole', element: <p>All is well</p> },
  ];
  const router = createMemoryRouter(
    [{ element: <Frame />, children: [{ errorElement: <ErrorPage />, children: pages }] }],
    { initialEntries: ['/broken'] },
  );
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeInTheDocument();
  expect(screen.getByText('The tide is out')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to Home Page' })).toHaveAttribute('href', '/');
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByText('All is well')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Unexpected Application Error!' })).toBeNull();
});
