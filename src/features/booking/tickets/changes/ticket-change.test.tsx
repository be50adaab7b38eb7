import { screen, waitFor } from '@testing-library/react';
import { aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import * as checkout from '@/features/booking/checkout/queries';
import { TicketChange } from './TicketChange';
import type { UnpaidChange } from './unpaid-change';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const unpaid = (change: Partial<UnpaidChange> = {}): UnpaidChange => ({
  hold_id: 'h1',
  by: 'desk',
  moves: false,
  title: null,
  service_date: '2026-12-05',
  start_time: '09:00:00',
  people: 3,
  joining: [],
  amount: 185,
  currency_symbol: 'Q',
  expires_at: '2026-12-01T20:00:00Z',
  paying: false,
  ...change,
});
const ticket = (change: UnpaidChange | null) =>
  aTicket({ id: 'b1', booking_date: '2026-12-05', start_time: '09:00:00', num_people: 2, unpaid_change: change });

it('shows what the team has prepared, with the ways to pay and to keep the booking', async () => {
  const release = vi.spyOn(checkout, 'releaseHold').mockResolvedValue();
  const { user } = renderApp(<TicketChange row={ticket(unpaid())} />);
  expect(await screen.findByText('The team has prepared a change. The difference is Q185.00:')).toBeVisible();
  expect(screen.getByText('3 people instead of 2')).toBeVisible();
  expect(screen.queryByText(/New date/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Review and pay' })).toHaveAttribute(
    'href',
    expect.stringContaining('/more-people'),
  );
  await user.click(screen.getByRole('button', { name: 'No, keep my booking' }));
  await waitFor(() => expect(release).toHaveBeenCalledWith('h1'));
});

it('offers neither while a card is charged, and shows nothing without a pending change', async () => {
  const { container, rerender } = renderApp(<TicketChange row={ticket(unpaid({ paying: true }))} />);
  expect(await screen.findByText("We're processing your payment.")).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  rerender(<TicketChange row={ticket(null)} />);
  expect(container).toBeEmptyDOMElement();
});
