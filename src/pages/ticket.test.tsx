import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { minimumKey } from '@/features/booking/minimum/queries';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import TicketPage from './ticket';

vi.mock('@/lib/api/run', () => ({ run: () => new Promise(() => undefined) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: vi.fn() }));

it('follows its booking and its number of guests like My Bookings', () => {
  const id = '5a0b1c2d-0000-4000-8000-0000000000aa';
  renderApp(<TicketPage />, {
    url: `/bookings/experience/${id}/ticket`,
    path: '/bookings/:kind/:id/ticket',
    user: aProfile({ id: 'me' }),
  });
  expect(useLiveQuery).toHaveBeenCalledWith({ 'user:me': ['booking'] }, bookingKeys.ticket(id));
  expect(useLiveQuery).toHaveBeenCalledWith({ 'user:me': ['booking', 'notification'] }, minimumKey);
});
