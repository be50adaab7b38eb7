import { cleanup, screen, waitFor } from '@testing-library/react';
import { aChange, aHold, aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as checkout from '@/features/booking/checkout/queries';
import * as minimums from '@/features/booking/minimum/queries';
import { AppError } from '@/lib/api/errors';
import { createQueryClient } from '@/lib/api/query-client';
import ChangeBookingPage from '@/pages/change-booking';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/features/booking/checkout/payment/CardStep', () => ({
  default: ({ send, onEdit }: { send: (event: { type: string }) => void; onEdit: () => void }) => (
    <>
      <button type="button" onClick={() => ['pay', 'authorised'].map((type) => send({ type }))}>
        Pay
      </button>
      <button type="button" onClick={onEdit}>
        Change details
      </button>
    </>
  ),
}));
// Role queries search the whole page, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const id = '5a0b1c2d-0000-4000-8000-00000000000a';
const choice = (
  service_date: string,
  free_until: string | null = '2999-01-01T13:00:00Z',
  change_until = free_until,
): queries.Choice => ({
  service_date,
  start_time: '09:00:00',
  slot_id: 'slot',
  free_until,
  change_until,
});
const dates = ({
  refusal = null,
  refund_amount = 0,
  extra_amount = 0,
  at_once = true,
  refund_at_most = null,
  choices = [choice('2026-12-05'), choice('2026-12-03', '2020-01-01T00:00:00Z')],
  ...booking
}: Partial<queries.DateChanges> = {}) => {
  const sums = { refund_amount, reduced_amount: refund_amount, fee_amount: 0, extra_amount };
  return aChange({ booking_id: id, ...booking, date: { ...sums, refusal, at_once, refund_at_most, choices } });
};
const dearer = (change: Partial<queries.DateChanges> = {}) => dates({ extra_amount: 49, at_once: false, ...change });
const moved = (change: Partial<queries.Done> = {}): queries.Changed => ({
  done: { service_date: '2026-12-05', start_time: '09:00:00', people: 2, refund_amount: 0, ...change },
  hold: null,
});
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const hold = (change: Parameters<typeof aHold>[0] = {}) =>
  aHold({
    id: 'h1',
    serviceDate: '2026-12-05',
    startTime: '09:00:00',
    state: 'held',
    expiresAt: later(10),
    keepsSeats: true,
    bookingId: null,
    ...change,
  });

const ask = vi.fn<() => Promise<queries.ChangeOptions>>();
const change = vi.fn<typeof queries.changeBooking>();
const confirm = vi.fn<typeof checkout.confirmPayment>();
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(queries, 'changeOptionsQuery').mockImplementation(
    () => ({ queryKey: ['bookings', 'change', id], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'changeBooking').mockImplementation(change);
  vi.spyOn(checkout, 'confirmPayment').mockImplementation(confirm);
  vi.spyOn(checkout, 'createPaymentIntent').mockResolvedValue({ clientSecret: 's', paymentIntentId: 'pi_1' });
  vi.spyOn(checkout, 'releaseHold').mockResolvedValue();
  ask.mockReset().mockResolvedValue(dates());
  change.mockReset().mockResolvedValue(moved());
  confirm.mockReset().mockResolvedValue({ state: 'booked', bookingId: id });
});

function show(client = createQueryClient()) {
  const { user } = renderApp(<ChangeBookingPage />, {
    client,
    user: aProfile({ roles: ['tourist'] }),
    path: '/bookings/:kind/:id/change-date',
    url: `/bookings/experience/${id}/change-date`,
  });
  const choose = async (name: RegExp) => user.click(await screen.findByRole('radio', { name }));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { choose, press };
}

describe('changing the date', () => {
  it('shows where there are seats and which terms apply there, and does nothing before a departure is selected', async () => {
    show();
    expect(await screen.findByRole('radio', { name: /Dec 5, 9:00 AM.*free until/ })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: /Dec 3, 9:00 AM.*You can't cancel for free on that date/ })).toBeVisible();
    expect(document.body).toHaveTextContent(/December 4.*The price is the same/);
    expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
    expect(change).not.toHaveBeenCalled();
  });

  it('changes to the selected one and reports the new code of the ticket', async () => {
    ask.mockResolvedValueOnce(dates()).mockResolvedValue(dates({ service_date: '2026-12-05' }));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(change).toHaveBeenCalledWith(
      expect.objectContaining({ booking_id: id }),
      [{ step: 'date', service_date: '2026-12-05', slot_id: 'slot' }],
      { refund_amount: 0, extra_amount: 0 },
      expect.any(String),
    );
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: "You're booked for Sat, Dec 5, 9:00 AM" })).toHaveFocus(),
    );
    await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
    expect(await screen.findByText(/a new code/)).toBeVisible();
  });

  it('shows the refund before and after', async () => {
    ask.mockResolvedValue(dates({ refund_amount: 25.5 }));
    change.mockResolvedValue(moved({ refund_amount: 25.5 }));
    const { choose, press } = show();
    await choose(/Dec 5/);
    expect(screen.getByText("It now costs Q25.50 less. We'll refund the difference to your card.")).toBeVisible();
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByText(/We're refunding Q25.50 to your card/)).toBeVisible();
  });

  describe('a departure that waits for more guests', () => {
    const minimum = { status: 'scheduled', min_to_run: 6, sold: 4, decides_at: '2999-12-05T00:00:00Z' } as const;
    const waiting = () => [{ ...choice('2026-12-05'), minimum }, choice('2026-12-03')];
    const words = /4 of 6 guests so far. We'll confirm by Wed, Dec 4, 2999, 6:00 PM; if not, you'll get a full refund/;
    beforeEach(() => {
      vi.spyOn(minimums, 'minimumQuery').mockImplementation(
        ({ date, serviceId }) => ({ queryKey: ['minimum', serviceId, date], queryFn: async () => minimum }) as never,
      );
    });

    it('is marked where it is selected and once the booking has moved there', async () => {
      ask.mockResolvedValue(dates({ choices: waiting() }));
      const { choose, press } = show();
      expect(await screen.findByRole('radio', { name: words })).toBeVisible();
      expect(screen.getByRole('radio', { name: /Dec 3/ })).not.toHaveAccessibleName(/guests/);
      await choose(/Dec 5/);
      await press('Change to Sat, Dec 5, 9:00 AM');
      expect(await screen.findByRole('heading', { name: /^You're booked for/ })).toBeVisible();
      expect(await screen.findByText(words)).toBeVisible();
      expect(minimums.minimumQuery).toHaveBeenLastCalledWith(
        expect.objectContaining({ serviceId: 'e1', slotId: 'slot', date: '2026-12-05' }),
      );
    });

    it('is marked before it is paid for, with the full refund', async () => {
      ask.mockResolvedValue(dearer({ choices: waiting(), payment_status: 'pending' }));
      change.mockResolvedValue({ done: null, hold: hold() });
      const { choose, press } = show();
      await choose(/Dec 5.*4 of 6 guests/);
      await press('Continue to payment');
      expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
      expect(await screen.findByText(words)).toBeVisible();
    });

    it.each([
      [{ paid_by_other: true }, /if not, the person who paid gets a full refund/],
      [{ payment_status: 'pending' }, /if not, we won't charge the card/],
      [{ payment_method: 'cash', payment_status: 'pending' }, /if not, there's nothing to pay/],
    ])('promises no money to people who get none: %o', async (change, otherwise) => {
      ask.mockResolvedValue(dates({ choices: waiting(), ...change }));
      show();
      expect(await screen.findByRole('radio', { name: otherwise })).toBeVisible();
    });
  });

  it('repeats under the same key without a response, and under another one for another day', async () => {
    change.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
    change.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByText(/You can safely try again/)).toBeVisible();
    await press('Change to Sat, Dec 5, 9:00 AM');
    await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
    await choose(/Dec 3/);
    await press('Change to Thu, Dec 3, 9:00 AM');
    const keys = change.mock.calls.map((call) => call[3]);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('shows beside the button what went wrong, and takes the focus there', async () => {
    change.mockRejectedValueOnce(new AppError('network', "We couldn't reach the server."));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    const failure = await screen.findByRole('alert');
    await waitFor(() => expect(failure.parentElement).toHaveFocus());
    const button = screen.getByRole('button', { name: 'Change to Sat, Dec 5, 9:00 AM' });
    expect(failure.parentElement?.nextElementSibling).toContainElement(button);
  });

  it('takes the focus where it reports that the seats are sold, below the dates that are left', async () => {
    change.mockRejectedValueOnce(new AppError('sold_out', 'These seats are gone.', { status: 409 }));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    const failure = await screen.findByRole('alert');
    await waitFor(() => expect(failure.parentElement).toHaveFocus());
    expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull();
  });

  it.each([
    ['an expired session', new AppError('session_expired', 'Your session has expired', { status: 401 })],
    ['a failed request', new AppError('network', "We couldn't reach the server.")],
  ])('keeps the selection over %s and a reload, as the same request, until it is done', async (_, error) => {
    change.mockRejectedValueOnce(error);
    const first = show();
    await first.choose(/Dec 5/);
    await first.press('Change to Sat, Dec 5, 9:00 AM');
    await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
    cleanup();
    const again = show();
    expect(await screen.findByRole('radio', { name: /Dec 5/ })).toBeChecked();
    await again.press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByRole('heading', { name: /You're booked for Sat, Dec 5/ })).toBeVisible();
    expect(change.mock.calls[1]?.[3]).toBe(change.mock.calls[0]?.[3]);
    cleanup();
    show();
    expect(await screen.findByRole('radio', { name: /Dec 5/ })).not.toBeChecked();
  });

  it('reloads the departures when the seats were taken in the meantime', async () => {
    change.mockRejectedValueOnce(new AppError('sold_out', "There aren't enough seats left", { status: 409 }));
    ask.mockResolvedValueOnce(dates()).mockResolvedValue(dates({ choices: [choice('2026-12-09')] }));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByText("There aren't enough seats left")).toBeVisible();
    expect(await screen.findByRole('radio', { name: /Dec 9/ })).not.toBeChecked();
  });

  it("explains why it can't be changed, with texts of the app", async () => {
    ask.mockResolvedValue(dates({ refusal: { code: 'too_late_to_change', message: 'From the server' }, choices: [] }));
    show();
    expect(await screen.findByText("It's too late to change the date of this booking.")).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  it('shows before a late change what cancelling still refunds, and where it can be changed again', async () => {
    ask.mockResolvedValue(
      dates({
        refund_at_most: 50,
        choices: [choice('2026-12-05', null, '2999-01-01T13:00:00Z'), choice('2026-12-03', null)],
      }),
    );
    show();
    expect(
      await screen.findByText("If you cancel from now on, we'll refund at most 50%, even if you change the date."),
    ).toBeVisible();
    expect(
      screen.getByRole('radio', { name: /Dec 5, 9:00 AM.*You can't cancel for free on that date$/ }),
    ).toBeVisible();
    expect(screen.getByRole('radio', { name: /Dec 3.*can't change the date again/ })).toBeVisible();
  });

  it('reports that nothing is free, and offers a retry if nothing could be loaded', async () => {
    ask.mockRejectedValueOnce(new AppError('server', 'Failed to load the departures'));
    const { press } = show();
    expect(await screen.findByRole('heading', { name: 'Failed to load the departures' })).toBeVisible();
    ask.mockResolvedValue(dates({ choices: [] }));
    await press('Try again');
    expect(await screen.findByText(/No other departure in the next few days has enough seats/)).toBeVisible();
  });

  it('shows the nearest ones first and the others on demand, by date', async () => {
    const days = ['05', '03', '06', '02', '07', '08', '01'].map((day) => choice(`2026-12-${day}`));
    ask.mockResolvedValue(dates({ choices: days }));
    const { press } = show();
    expect(await screen.findAllByRole('radio')).toHaveLength(5);
    await press('Show all 7 departures');
    const names = screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent ?? '');
    expect(names).toHaveLength(7);
    expect(names[0]).toContain('Dec 1,');
    // The button has disappeared, so the first new choice has the focus.
    expect(screen.getByRole('radio', { name: /Dec 1,/ })).toHaveFocus();
  });
});

describe('a departure with a higher price', () => {
  it('shows the difference at each, holds the seats, and moves once it is paid', async () => {
    ask.mockResolvedValue(dearer());
    change.mockResolvedValue({ done: null, hold: hold() });
    const { choose, press } = show();
    expect(await screen.findByText(/We'll change the date once you've paid the difference/)).toBeVisible();
    await choose(/Dec 5, 9:00 AM.*\+ Q49.00/);
    await press('Continue to payment');
    expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
    expect(change.mock.calls[0]?.[2]).toMatchObject({ extra_amount: 49, refund_amount: 0 });
    await press('Pay');
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: "You're booked for Sat, Dec 5, 9:00 AM" })).toHaveFocus(),
    );
  });

  it('shows the new date, even if the page has read it before the payment was answered', async () => {
    ask.mockResolvedValue(dearer());
    change.mockResolvedValue({ done: null, hold: hold() });
    const client = createQueryClient();
    confirm.mockImplementation(async () => {
      ask.mockResolvedValue(dearer({ service_date: '2026-12-05', start_time: '09:00:00' }));
      await client.invalidateQueries();
      await screen.findByText(/December 5, 2026/);
      return { state: 'booked', bookingId: id };
    });
    const { choose, press } = show(client);
    await choose(/Dec 5, 9:00 AM/);
    await press('Continue to payment');
    await press('Pay');
    expect(await screen.findByRole('heading', { name: "You're booked for Sat, Dec 5, 9:00 AM" })).toBeVisible();
  });

  it('explains that an authorised card is charged as well', async () => {
    ask.mockResolvedValue(dearer({ payment_status: 'pending' }));
    show();
    expect(await screen.findByText(/We'll also charge what you've already booked/)).toBeVisible();
  });

  it('continues with its payment after a reload, and allows another selection', async () => {
    ask.mockResolvedValue(dearer({ hold: hold() }));
    confirm.mockResolvedValue({ state: 'requires_payment', bookingId: null });
    const { press } = show();
    expect(await screen.findByText(/We're holding your seats for/)).toBeVisible();
    expect(confirm).toHaveBeenCalledWith('h1');
    expect(change).not.toHaveBeenCalled();
    await press('Change details');
    expect(await screen.findByRole('radio', { name: /Dec 5/ })).toBeVisible();
  });

  it('reports that the booking could not move although it was paid for', async () => {
    ask.mockResolvedValue(dearer({ hold: hold() }));
    confirm.mockResolvedValue({ state: 'void', bookingId: null });
    show();
    expect(
      await screen.findByText(/couldn't change the booking. If we charged your card, we'll refund you/),
    ).toBeVisible();
  });

  it('charges nothing now for a booking paid in cash on the day', async () => {
    ask.mockResolvedValue(dearer({ at_once: true, payment_status: 'pending' }));
    const { choose, press } = show();
    expect(await screen.findByText("It now costs Q49.00 more. You'll pay the difference on the day.")).toBeVisible();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByRole('heading', { name: /You're booked for/ })).toBeVisible();
  });

  it('is handled by staff if it was paid in cash', async () => {
    ask.mockResolvedValue(
      dearer({ refusal: { code: 'costs_more', message: 'From the server' }, extra_amount: 24.5, choices: [] }),
    );
    show();
    expect(await screen.findByText("This now costs Q24.50 more, so you can't change the date here.")).toBeVisible();
  });
});
