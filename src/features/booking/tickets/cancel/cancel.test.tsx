import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import CancelDialog from './CancelDialog';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
// Role queries search the whole page, even behind a modal, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const quote = (change: Partial<queries.CancellationQuote> = {}): queries.CancellationQuote => ({
  can_cancel: true,
  policy: 'moderate',
  time_zone: 'America/Guatemala',
  refund_percent: 100,
  promised: false,
  refund_amount: 385,
  fee_amount: 0,
  paid_amount: 385,
  refunded_amount: 0,
  deadline: '2026-12-01T13:00:00Z',
  steps: [
    { percent: 100, until: '2026-12-01T13:00:00Z' },
    { percent: 50, until: '2026-12-03T13:00:00Z' },
  ],
  payment_method: 'card',
  paid_by_other: false,
  currency_symbol: 'Q',
  ...change,
});
const partly = quote({ paid_amount: 555, refunded_amount: 185, fee_amount: 277.5, refund_amount: 92.5 });
const half = quote({ refund_percent: 50, refund_amount: 192.5, fee_amount: 192.5, deadline: '2026-12-03T13:00:00Z' });

const ask = vi.fn<() => Promise<queries.CancellationQuote>>();
const cancel = vi.fn<typeof queries.cancelBooking>();
beforeEach(() => {
  vi.spyOn(queries, 'cancellationQuoteQuery').mockImplementation(
    () => ({ queryKey: ['quote'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'cancelBooking').mockImplementation(cancel);
  ask.mockReset().mockResolvedValue(quote());
  cancel.mockReset();
});

function show() {
  const onClose = vi.fn();
  renderApp(<CancelDialog row={{ id: 'b1' }} title="Hot Waterfall" onClose={onClose} />);
  return onClose;
}
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));

describe('cancelling', () => {
  it('shows the refund, the fee and the deadline before the cancellation', async () => {
    ask.mockResolvedValue(half);
    show();
    await button('Cancel booking');
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('You paidQ385.00');
    expect(dialog).toHaveTextContent('Cancellation feeQ192.50');
    expect(dialog).toHaveTextContent('Your refundQ192.50');
    expect(dialog).toHaveTextContent(
      "Valid until Thu, Dec 3, 2026, 7:00 AM, local time. After that, there's no refund",
    );
    expect(cancel).not.toHaveBeenCalled();
  });

  it('shows what was refunded before, so that the amounts add up', async () => {
    ask.mockResolvedValue(partly);
    show();
    await button('Cancel booking');
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'You paidQ555.00Already refundedQ185.00Cancellation feeQ277.50Your refundQ92.50',
    );
  });

  it('shows no refusal between the click and the response, although the booking can no longer be cancelled', async () => {
    let answer = (_: queries.CancellationQuote) => undefined as unknown;
    cancel.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const client = new QueryClient();
    renderApp(<CancelDialog row={{ id: 'b1' }} title="Hot Waterfall" onClose={() => undefined} />, { client });
    await press('Cancel booking');
    ask.mockResolvedValue(quote({ can_cancel: false }));
    await act(() => client.invalidateQueries());
    expect(ask).toHaveBeenCalledTimes(2);
    expect(screen.queryByText(/can no longer cancel/)).toBeNull();
    expect(screen.getByRole('dialog')).toHaveTextContent('Your refundQ385.00');
    await act(async () => answer(quote()));
    expect(await screen.findByText('Your booking is cancelled')).toBeVisible();
  });

  it('shows that an earlier promise is valid until the start, and no deadline', async () => {
    ask.mockResolvedValue(
      quote({ refund_percent: 0, refund_amount: 120, fee_amount: 265, promised: true, deadline: null }),
    );
    show();
    await button('Cancel booking');
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('Your refundQ120.00');
    expect(dialog).toHaveTextContent("We promised you this refund earlier, and it's valid until the trip starts.");
    expect(dialog).not.toHaveTextContent('The refund deadline has passed');
  });

  it('cancels for the refund that was shown and explains what follows', async () => {
    cancel.mockResolvedValue(quote({ status: 'cancelled' }));
    const onClose = show();
    await press('Cancel booking');
    expect(cancel).toHaveBeenCalledWith('b1', 385);
    expect(await screen.findByText(/We're refunding Q385.00 to your card/)).toBeVisible();
    await press('Done');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks again with the new refund when the old one has expired', async () => {
    cancel.mockRejectedValueOnce(new AppError('quote_changed', 'The refund has changed', { status: 409 }));
    ask.mockResolvedValueOnce(quote()).mockResolvedValue(half);
    show();
    await press('Cancel booking');
    expect(await screen.findByText('The refund has changed')).toBeVisible();
    expect(await screen.findByText('Your refund')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Your refundQ192.50'));
    expect(cancel).toHaveBeenCalledOnce();
    cancel.mockResolvedValue(half);
    await press('Cancel booking');
    expect(cancel).toHaveBeenLastCalledWith('b1', 192.5);
  });

  it('explains that repeating after a lost response is safe, and repeats', async () => {
    cancel.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
    show();
    await press('Cancel booking');
    expect(await screen.findByText(/We won't cancel or refund anything twice/)).toBeVisible();
    cancel.mockResolvedValue(quote({ status: 'cancelled' }));
    await press('Try again');
    expect(await screen.findByText('Your booking is cancelled')).toBeVisible();
  });

  it('offers nothing once it is too late, and a retry if the terms did not load', async () => {
    ask.mockRejectedValueOnce(new AppError('server', 'Failed to load the refund'));
    show();
    expect(await screen.findByText('Failed to load the refund')).toBeVisible();
    ask.mockResolvedValue(quote({ can_cancel: false }));
    await press('Try again');
    expect(await screen.findByText(/can no longer cancel this booking here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Cancel booking' })).not.toBeInTheDocument();
  });

  it("promises the holder nothing for another person's payment", async () => {
    const given = quote({ paid_by_other: true, paid_amount: 0, refund_amount: 0, fee_amount: 0 });
    ask.mockResolvedValue(given);
    cancel.mockResolvedValue({ ...given, status: 'cancelled' });
    show();
    await button('Cancel booking');
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('Refund to the person who paid100%');
    expect(dialog).toHaveTextContent(
      "Someone else paid for this ticket. Any refund goes to them, and we'll let them know.",
    );
    expect(dialog).not.toHaveTextContent('Your refund');
    await press('Cancel booking');
    expect(
      await screen.findByText('Any refund goes to the person who paid for this ticket, not to you.'),
    ).toBeVisible();
  });

  it.each([
    [quote({ paid_amount: 0 }), "We didn't charge your card."],
    [quote({ refund_amount: 0, fee_amount: 385 }), "There's no refund"],
    [quote({ payment_method: 'cash' }), 'will refund you Q385.00 in cash'],
    [quote({ payment_method: 'cash', paid_amount: 0 }), "There's nothing to pay"],
  ])('describes each result with its own text', async (answer, words) => {
    cancel.mockResolvedValue(answer);
    show();
    await press('Cancel booking');
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
  });
});
