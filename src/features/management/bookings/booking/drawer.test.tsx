import { QueryClient } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingDetail } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import BookingDrawer from './BookingDrawer';
import { bookingQuery } from './queries';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  bookingQuery: () => ({ queryKey: ['booking'], queryFn: () => read(), retry: false }),
}));
vi.mock('@/lib/api/supabase', () => ({ supabase: async () => ({}) }));

const paid = aBookingDetail();
const ref = { kind: paid.kind, id: paid.id };
const down = new AppError('network', 'Failed to load the booking. Please try again later.');

function draw(client: QueryClient, conversation?: boolean) {
  renderApp(
    <BookingDrawer
      booking={ref}
      currency={{ code: 'GTQ', symbol: 'Q' }}
      onClose={() => undefined}
      refresh={async () => undefined}
      {...(conversation === undefined ? {} : { conversation })}
    />,
    { client },
  );
}

it.each([
  ['leads to the conversation', undefined, 1],
  ['does not lead to a conversation that is not open to whoever looks', false, 0],
] as const)('%s', async (_, conversation, links) => {
  read.mockResolvedValueOnce(paid);
  draw(new QueryClient(), conversation);
  expect(await screen.findByText('Anna Keller')).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'Messages' })).toHaveLength(links);
});

it('what could not be read again says so, keeps what is known, and is tried again', async () => {
  read.mockResolvedValueOnce(paid).mockRejectedValueOnce(down);
  const client = new QueryClient();
  draw(client);
  const user = userEvent.setup();
  expect(await screen.findByText('Anna Keller')).toBeInTheDocument();
  await act(() => client.invalidateQueries({ queryKey: bookingQuery(ref).queryKey }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load the booking');
  expect(screen.getByText('Anna Keller')).toBeInTheDocument();
  read.mockResolvedValueOnce({ ...paid, status: 'cancelled', live: false });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Cancelled')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});
