import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aHold, aService } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clockText, secondsLeft } from '@/lib/hooks/use-seconds-left';
import { BookedStep } from './BookedStep';
import { HoldStep } from './HoldStep';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

/** The mocked database answers. Departures have no minimum by default. */
let minimum: unknown = null;
beforeEach(() => {
  minimum = null;
  rpc.mockReset().mockImplementation((name: string) => ({
    abortSignal: async () => ({ data: name === 'departure_minimum' ? minimum : [], error: null }),
  }));
});

it('shows that the price has changed, and continues only after consent', async () => {
  const send = vi.fn();
  const onEdit = vi.fn();
  const expiresAt = new Date(Date.now() + 900_000).toISOString();
  renderApp(
    <HoldStep
      state={{ step: 'agreeing', hold: aHold({ paymentMethod: 'cash', expiresAt }) }}
      service={aService()}
      send={send}
      onEdit={onEdit}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Please check the price' })).toBeVisible();
  expect(
    screen.getByText("The price has changed since you filled in the form. We're holding your seats at this price:"),
  ).toBeVisible();
  expect(screen.getAllByText('Q770.00').at(-1)).toBeVisible();
  expect(send).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Book and pay in cash' }));
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'agree' });
  await userEvent.click(screen.getByRole('button', { name: 'Change details' }));
  expect(onEdit).toHaveBeenCalledOnce();
});

it('counts a hold down to zero and not below', () => {
  const end = '2026-10-14T12:15:00Z';
  expect(secondsLeft(end, Date.parse('2026-10-14T12:00:00Z'))).toBe(900);
  expect(secondsLeft(end, Date.parse('2026-10-14T12:15:01Z'))).toBe(0);
  expect([900, 61, 9].map(clockText)).toEqual(['15:00', '1:01', '0:09']);
});

it('reports that no seats are held during payment, without a countdown', () => {
  renderApp(
    <HoldStep
      state={{ step: 'agreeing', hold: aHold({ keepsSeats: false }) }}
      service={aService()}
      send={vi.fn()}
      onEdit={vi.fn()}
    />,
  );
  expect(screen.getByText("We can't hold seats on this departure while you pay")).toBeVisible();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
});

it.each([
  ['offline', true],
  ['processing', true],
  ['unknown', false],
] as const)('shows for a payment that is %s whether one can leave', (trouble, safe) => {
  renderApp(
    <HoldStep
      state={{ step: 'confirming', hold: aHold(), intent: null, attempt: 1, trouble }}
      service={aService()}
      send={vi.fn()}
      onEdit={vi.fn()}
    />,
  );
  expect(screen.queryAllByText(/^You can leave this page\./)).toHaveLength(safe ? 1 : 0);
  expect(screen.queryAllByText(/^We don't know yet whether your payment went through\./)).toHaveLength(safe ? 0 : 1);
  // The page asks the guest to stay, so it has no links to other pages.
  expect(screen.queryAllByRole('link', { name: 'View My Bookings' })).toHaveLength(safe ? 1 : 0);
});

describe('a departure with a minimum', () => {
  const undecided = "4 of 6 guests so far. We'll confirm by Thu, Oct 1, 2099, 6:00 PM;";
  beforeEach(() => {
    minimum = { status: 'scheduled', min_to_run: 6, sold: 4, decides_at: '2099-10-02T00:00:00Z' };
  });
  const show = (changes: Parameters<typeof aHold>[0], step: 'preparing' | 'booked') => {
    const hold = aHold({ slotId: 'slot-7', serviceDate: '2099-10-02', ...changes });
    const props = { service: aService({ id: 'canyon', timeZone: 'America/Guatemala' }), hold };
    return step === 'booked'
      ? renderApp(<BookedStep {...props} userId={null} bookingId="b1" onAgain={vi.fn()} />)
      : renderApp(<HoldStep {...props} state={{ step, hold, problem: null }} send={vi.fn()} onEdit={vi.fn()} />);
  };

  it.each(['preparing', 'booked'] as const)('is shown as undecided in the step "%s"', async (step) => {
    show({}, step);
    expect(await screen.findByText(`${undecided} if not, you'll get a full refund`)).toBeVisible();
    expect(rpc).toHaveBeenCalledWith('departure_minimum', {
      p_service_id: 'canyon',
      p_slot_id: 'slot-7',
      p_date: '2099-10-02',
    });
  });

  it.each([
    [{ sold: 3 }, true],
    [{ sold: 4 }, false], // our two guests make six
    [{ sold: 3, card_waits: false }, false],
  ])('authorises a card only if it waits for the decision: %o', async (now, waits) => {
    minimum = { status: 'scheduled', min_to_run: 6, decides_at: '2099-10-02T00:00:00Z', card_waits: true, ...now };
    show({}, 'preparing');
    expect(
      await screen.findByText(waits ? /if not, we won't charge the card$/ : /if not, you'll get a full refund$/),
    ).toBeVisible();
    expect(screen.getByRole('heading')).toHaveTextContent(waits ? 'Your card' : 'Pay by card');
    const free = screen.queryByText(/^Free cancellation until we confirm that the trip is going ahead. After that: /);
    expect(free !== null).toBe(waits);
  });

  it('is not called confirmed when booked and undecided, and the card not charged', async () => {
    minimum = { status: 'scheduled', min_to_run: 6, sold: 5, decides_at: '2099-10-02T00:00:00Z', card_waits: true };
    show({}, 'booked');
    expect(await screen.findByRole('heading', { name: 'Your seats are booked' })).toBeVisible();
    expect(
      screen.getByText("Q770.00 is on hold on your card and hasn't been charged yet. We've emailed you the details."),
    ).toBeVisible();
  });

  it('promises no refund to guests who pay in cash', async () => {
    show({ paymentMethod: 'cash' }, 'booked');
    expect(await screen.findByText(`${undecided} if not, there's nothing to pay`)).toBeVisible();
  });

  it('needs no others for a private group', () => {
    show({ bookingType: 'private' }, 'booked');
    expect(rpc).not.toHaveBeenCalledWith('departure_minimum', expect.anything());
  });
});
