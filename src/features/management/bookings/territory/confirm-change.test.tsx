import { QueryClient } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTerritoryBooking } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import * as queries from '@/features/management/bookings/booking/queries';
import { AppError } from '@/lib/api/errors';
import ConfirmChange from './ConfirmChange';
import { useStatusChange } from './use-status-change';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const row = aTerritoryBooking({ status: 'paid' });
const planned: queries.StatusPlan = {
  from: 'paid',
  to: 'cancelled',
  seats: 'free',
  money: 'refund',
  amount: 351,
  currency_symbol: '¥',
  mail: 'cancelled',
  told: true,
  needs_reason: false,
  upcoming: true,
  guest_cancelled: false,
  refusal: null,
};
const set = vi.fn<typeof queries.setBookingStatus>();
const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };

function Page({ to }: { to: 'cancelled' | 'confirmed' | 'checked_in' }) {
  const change = useStatusChange({ rows: [row], notice, refresh: async () => undefined });
  return (
    <>
      <button type="button" onClick={() => change.choose(row.id, to)}>
        choose
      </button>
      {change.asked && <ConfirmChange change={change.asked} onCancel={change.dismiss} onConfirm={change.confirm} />}
    </>
  );
}

function answer(change: Partial<queries.StatusPlan>) {
  vi.spyOn(queries, 'statusPlanQuery').mockReturnValue({
    queryKey: ['plan'],
    queryFn: async () => ({ ...planned, ...change }),
  } as unknown as ReturnType<typeof queries.statusPlanQuery>);
}

beforeEach(() => {
  vi.spyOn(queries, 'setBookingStatus').mockImplementation(set);
  set.mockReset().mockResolvedValue();
  notice.success.mockReset();
  notice.failure.mockReset();
});

async function choose(to: 'cancelled' | 'confirmed' | 'checked_in' = 'cancelled') {
  renderApp(<Page to={to} />);
  await userEvent.click(screen.getByRole('button', { name: 'choose' }));
}

it('shows what happens to money, seats and guest, and does exactly that', async () => {
  answer({});
  await choose();
  expect(await screen.findByText("We'll refund ¥351.00 to the guest’s card.")).toBeInTheDocument();
  expect(screen.getByText("We'll release the seats.")).toBeInTheDocument();
  expect(
    screen.getByText(/notify the guest in the app and by email that the booking was cancelled/),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Set to Cancelled' }));
  await waitFor(() => expect(notice.success).toHaveBeenCalledWith('Booking status updated successfully'));
  expect(set).toHaveBeenCalledWith(row.id, 'cancelled', { from: 'paid', amount: 351 });
});

it('asks even if no money moves, and names an early arrival', async () => {
  answer({ to: 'checked_in', seats: 'keep', money: 'none', amount: 0, mail: null });
  await choose('checked_in');
  expect(await screen.findByText("This departure hasn't left yet.")).toBeInTheDocument();
  expect(screen.getByText("We won't charge or refund anything.")).toBeInTheDocument();
  expect(screen.getByText("We'll notify the guest in the app.")).toBeInTheDocument();
});

it('asks staff to tell a guest without an account', async () => {
  answer({ told: false });
  await choose();
  expect(await screen.findByText('The guest has no account. Please tell them yourself.')).toBeInTheDocument();
  expect(screen.queryByText(/We'll notify/)).toBeNull();
});

it('offers nothing to confirm if the database would refuse', async () => {
  answer({ refusal: { code: 'money_went_back', message: 'This booking was refunded to the card' } });
  await choose('confirmed');
  expect(await screen.findByText('This booking was refunded to the card')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Set to/ })).toBeNull();
});

it('warns before it reinstates what its guest had cancelled', async () => {
  answer({ to: 'confirmed', seats: 'take', money: 'unpaid', mail: 'reinstated', guest_cancelled: true });
  await choose('confirmed');
  expect(await screen.findByText(/The guest cancelled this booking. Please ask them/)).toBeInTheDocument();
  expect(screen.getByText(/^We refunded the card, so the guest must pay ¥351.00 in cash/)).toBeInTheDocument();
});

it('asks for a reason after the day has ended', async () => {
  answer({ to: 'checked_in', needs_reason: true, amount: 0 });
  await choose('checked_in');
  await fill(userEvent, await screen.findByLabelText('Why are you changing the status now?'), 'No signal');
  await userEvent.click(screen.getByRole('button', { name: 'Set to Checked In' }));
  await waitFor(() =>
    expect(set).toHaveBeenCalledWith(row.id, 'checked_in', { from: 'paid', amount: 0, reason: 'No signal' }),
  );
});

it('tells the second person who was first', async () => {
  answer({});
  set.mockRejectedValueOnce(new AppError('status_changed', 'Nery set this to No Show'));
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Set to Cancelled' }));
  await waitFor(() =>
    expect(notice.failure).toHaveBeenCalledWith(expect.objectContaining({ message: 'Nery set this to No Show' })),
  );
  expect(notice.success).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('shows what was confirmed until the response arrives, although the preview has changed', async () => {
  let finish = () => undefined as unknown;
  set.mockImplementation(() => new Promise((resolve) => (finish = () => resolve())));
  answer({});
  const client = new QueryClient();
  renderApp(<Page to="cancelled" />, { client });
  await userEvent.click(screen.getByRole('button', { name: 'choose' }));
  const shown = (await screen.findByText(/351/)).textContent ?? '';
  await userEvent.click(screen.getByRole('button', { name: /^Set to/ }));
  answer({ seats: 'keep', money: 'none', refusal: { code: 'status_changed', message: 'Too late' } });
  await act(() => client.invalidateQueries());
  expect(screen.getByText(shown)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Set to/ })).toBeVisible();
  await act(async () => finish());
  await waitFor(() => expect(notice.success).toHaveBeenCalled());
});
