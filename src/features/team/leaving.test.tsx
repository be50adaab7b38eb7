import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n';
import { AddMemberForm } from './AddMemberForm';

vi.mock('./queries', () => ({ createMember: vi.fn(), sendInvite: vi.fn(), teamKeys: { all: ['team'] } }));

function Page() {
  return (
    <>
      <Link to="/bookings">Bookings</Link>
      <AddMemberForm memberRole="territory_staff" territoryId="rio" onClose={() => undefined} />
    </>
  );
}

it('an account that is half filled in is not left unasked: the password of it is kept nowhere', async () => {
  const user = userEvent.setup();
  const routes = [
    { path: '/', element: <Page /> },
    { path: '/bookings', element: <p>All bookings</p> },
  ];
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </QueryClientProvider>
    </I18nProvider>,
  );
  await user.type(screen.getByLabelText('Password'), 'ixchel');
  await user.click(screen.getByRole('link', { name: 'Bookings' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Password')).toHaveValue('ixchel');
  await user.click(screen.getByRole('link', { name: 'Bookings' }));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('All bookings')).toBeInTheDocument();
});
