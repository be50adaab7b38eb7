import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import CheckInPage from './check-in';

const { load } = vi.hoisted(() => ({ load: vi.fn() }));
vi.mock('@/features/dock/check-in/queries', async (original) => ({
  ...(await original<object>()),
  checkInQuery: (id: string, code: string) => ({
    queryKey: ['check-in', id, code],
    queryFn: () => load(id, code),
    retry: false,
  }),
}));

const id = '00000000-0000-4000-8000-000000000001';
const code = 'ab12cd34';
beforeEach(() => {
  load.mockReset();
});

const show = () =>
  renderApp(<CheckInPage />, {
    user: aProfile({ roles: ['tour_guide'] }),
    path: '/check-in/:id',
    url: `/check-in/${id}`,
  });

it('shows that there is no such booking, when the address has no code', async () => {
  load.mockImplementation(async () => {
    throw new AppError('booking_not_found', 'This booking could not be found or has expired.');
  });
  show();
  expect(await screen.findByRole('heading', { name: 'Booking Not Found' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledExactlyOnceWith(id, '');
});

it('asks for the code of a booking, and opens it with that', async () => {
  load.mockImplementation(async () => {
    throw new AppError('invalid_check_in_code', 'Invalid check-in code');
  });
  const { user, router } = show();
  const field = await screen.findByRole('textbox', { name: 'Ticket code' });
  await user.type(field, 'nope');
  await user.click(screen.getByRole('button', { name: 'Open ticket' }));
  expect(field).toHaveAccessibleDescription(
    expect.stringContaining('Please enter the 8 letters and digits under the QR code'),
  );
  await user.clear(field);
  await user.type(field, code.toUpperCase());
  await user.click(screen.getByRole('button', { name: 'Open ticket' }));
  expect(await screen.findByRole('heading', { name: 'Invalid check-in code' })).toBeInTheDocument();
  expect(router.state.location.search).toBe(`?code=${code}`);
  expect(load).toHaveBeenLastCalledWith(id, code);
});
