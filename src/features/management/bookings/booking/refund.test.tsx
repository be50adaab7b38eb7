import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingDetail } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { Money } from './Money';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
// Role queries search the whole page, even behind a modal, which is slow on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const paid = aBookingDetail();
const lost = new AppError('network', 'Failed to refund the booking.');

const refund = vi.fn<typeof queries.refundBooking>();
const cancel = vi.fn<typeof queries.cancelAsStaff>();
/** The booking as the database has it, which the page may not have loaded yet. */
let stored: queries.BookingDetail;
let show: (booking: queries.BookingDetail) => void;
const success = vi.fn();

function Page() {
  const [booking, setBooking] = useState(stored);
  show = setBooking;
  const notice = { notice: null, success, failure: vi.fn(), clear: vi.fn() };
  return <Money booking={booking} symbol="Q" notice={notice} refresh={async () => setBooking(stored)} />;
}

beforeEach(() => {
  stored = paid;
  vi.spyOn(queries, 'refundBooking').mockImplementation(refund);
  vi.spyOn(queries, 'cancelAsStaff').mockImplementation(cancel);
  refund.mockReset().mockResolvedValue();
  cancel.mockReset().mockResolvedValue();
  success.mockReset();
  renderApp(<Page />);
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
async function givePart(amount: string) {
  await userEvent.click(await screen.findByRole('radio', { name: 'Partial amount' }));
  await userEvent.type(await screen.findByLabelText(/^Amount/), amount);
  await press('Refund');
}
const given = (amount: number) => {
  stored = { ...stored, on_its_way_amount: amount, refundable_amount: stored.refundable_amount - amount };
};

describe('refunding', () => {
  it('refunds a part once, even if the response was lost', async () => {
    refund.mockImplementation(async (_, amount) => {
      given(amount ?? 0);
      throw lost;
    });
    await press('Refund');
    await givePart('80');
    expect(
      await screen.findByText(/We've already refunded Q80.00, or the refund is on its way, so Q600.00 is left/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
    await press('Back to the booking');
    expect(refund.mock.calls).toEqual([[paid.id, 80, 680]]);
    expect(await screen.findByText('-Q80.00')).toBeVisible();
    // The person can decide again, with the current amount.
    refund.mockReset().mockResolvedValue();
    await press('Refund');
    await press('Refund');
    expect(refund).toHaveBeenCalledWith(stored.id, 600, 600);
    expect(success).toHaveBeenCalledWith('The refund is on its way');
  });

  it('is retried with the amount that was shown, while nobody knows whether it arrived', async () => {
    refund.mockRejectedValueOnce(lost);
    await press('Refund');
    await givePart('80');
    expect(await screen.findByText('Failed to refund the booking.')).toBeVisible();
    await press('Refund');
    expect(refund.mock.calls).toEqual([
      [paid.id, 80, 680],
      [paid.id, 80, 680],
    ]);
  });

  it('shows an invalid amount next to the field, and clears it on typing', async () => {
    await press('Refund');
    await givePart('1000');
    const amount = screen.getByLabelText(/^Amount/);
    expect(amount).toHaveAccessibleDescription('You can refund Q680.00 at most');
    expect(amount).toHaveFocus();
    expect(refund).not.toHaveBeenCalled();
  });

  it('reports that a colleague was faster', async () => {
    await press('Refund');
    given(680);
    act(() => show(stored));
    expect(await screen.findByText(/We've already refunded Q680.00/)).toBeVisible();
    expect(refund).not.toHaveBeenCalled();
  });
});

it('says what the policy gives before cancelling, and sends the choice with a reason', async () => {
  act(() => show({ ...paid, policy: { name: 'moderate', refund_percent: 50, refund_amount: 75 } }));
  await press('Cancel booking');
  expect(await screen.findByText('Under the policy, the guest gets Q75.00 now (50%).')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'Under the policy: Q75.00' }));
  await fill(userEvent, screen.getByRole('textbox', { name: /^Reason/ }), 'The guest is ill');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel booking' }));
  expect(cancel).toHaveBeenCalledWith(paid.id, 75, 'The guest is ill');
});

it('says that the policy gives nothing', async () => {
  act(() => show({ ...paid, policy: { name: 'strict', refund_percent: 0, refund_amount: 0 } }));
  await press('Cancel booking');
  expect(await screen.findByText('Under the policy, the guest gets no refund now.')).toBeVisible();
  expect(screen.queryByRole('radio', { name: /^Under the policy/ })).toBeNull();
});

it('shows that a booking is cancelled after the response was lost', async () => {
  cancel.mockImplementation(async () => {
    stored = { ...stored, live: false, status: 'cancelled' };
    throw lost;
  });
  await press('Cancel booking');
  await userEvent.click(await screen.findByRole('radio', { name: 'No refund' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel booking' }));
  expect(await screen.findByText('The booking is cancelled.')).toBeVisible();
  expect(cancel.mock.calls).toEqual([[paid.id, 0, '']]);
});

it('says which part of the full amount a guest who cancels does not get', async () => {
  act(() => show({ ...paid, fees_amount: 100 }));
  await press('Cancel booking');
  expect(await screen.findByText(/The full amount includes Q100.00 in cancellation fees/)).toBeVisible();
});
