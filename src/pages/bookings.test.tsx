import { screen, waitFor } from '@testing-library/react';
import { aProfile, aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import { run } from '@/lib/api/run';
import BookingsPage from './bookings';

vi.mock('@/lib/api/run', () => ({ run: vi.fn() }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));

const me = aProfile();
const setLine = (there: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there);
beforeEach(() => void vi.mocked(run).mockReset());

/** Opens My Bookings while every request fails with `code`. `kept` says whether a ticket is stored. */
function open(code: string, kept: boolean) {
  vi.mocked(run).mockImplementation(async () => {
    throw new AppError(code, `Failed: ${code}`);
  });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  if (kept) {
    const page = { rows: [aTicket({ booking_date: '2099-01-01' })], next: null };
    client.setQueryData(bookingKeys.mine(me.id), { pages: [page], pageParams: [null] }, { updatedAt: 1 });
  }
  renderApp(<BookingsPage />, { user: me, client });
}
const asked = () => waitFor(() => expect(vi.mocked(run).mock.calls.length).toBeGreaterThan(3));

it.each([
  ['known to the phone', false, 'offline'],
  ['unknown to the phone', true, 'network'],
])(
  'shows the stored ticket offline (%s) with its time, and no failure of data that nobody has',
  async (_, line, code) => {
    setLine(line);
    open(code, true);
    await asked();
    expect(await screen.findByText(line ? /^We couldn't update the list\./ : /^You're offline/)).toBeVisible();
    expect(screen.getByRole('article', { name: 'Hot Waterfall' })).toBeVisible();
    expect(screen.queryByText(/^Failed: /)).toBeNull();
  },
);

it('shows quietly that it waits for a connection if nothing is stored', async () => {
  setLine(false);
  open('offline', false);
  expect(await screen.findByText("You're offline. This page will open when you're back online.")).toBeVisible();
  expect(screen.queryByText(/^Failed: /)).toBeNull();
});

it('shows in each place what the server could not return', async () => {
  open('server', true);
  // Open offers, waitlists and transferred tickets each failed.
  await waitFor(() => expect(screen.getAllByText('Failed: server')).toHaveLength(3));
  expect(screen.getByRole('article', { name: 'Hot Waterfall' })).toBeVisible();
});
