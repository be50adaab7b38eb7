import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { CheckInScreen } from './CheckInScreen';
import type { CheckInBooking } from './queries';

const booking = {
  kind: 'experience',
  booking_id: 'b1',
  title: 'Hot Waterfall',
  service_date: '2026-11-30',
  start_time: '07:00:00',
  time_zone: 'America/Guatemala',
  num_people: 2,
  status: 'paid',
  payment_status: 'completed',
  payment_method: 'card',
  check_in_status: 'pending',
  total_price: 240,
  amount_due: null,
  currency_symbol: 'Q',
  doubt: 'day',
  check_in_from: '2026-11-30T10:00:00Z',
  no_show_from: '2026-11-30T13:00:00Z',
  arrival_until: '2026-12-01T18:00:00Z',
  tourist: { full_name: 'Anna Keller', avatar_url: null },
} as unknown as CheckInBooking;
const answer = vi.hoisted(() => vi.fn());
const press = vi.hoisted(() => vi.fn());
const load = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (original) => ({
  ...(await original<object>()),
  pressAtDoor: press,
  loadCheckIn: load,
  checkInQuery: () => ({ queryKey: ['check-in', answer()?.doubt ?? 'none'], queryFn: answer }),
}));

const open = (next: () => void) =>
  renderApp(<CheckInScreen bookingId="b1" code="c" onward={{ next, close: () => undefined, atOnce: false }} />);

it('leads from a ticket of another day to the next ticket', async () => {
  answer.mockReturnValue(booking);
  const next = vi.fn();
  const { user } = open(next);
  expect(await screen.findByRole('heading', { name: 'Not today' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Scan the next ticket' }));
  expect(next).toHaveBeenCalledOnce();
});

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const boards = { ...booking, doubt: null, check_in_from: hours(-1), no_show_from: hours(1), arrival_until: hours(9) };
const here = { ...boards, check_in_status: 'checked_in', checked_in_at: hours(0) };

/** Checks in a guest whom someone else has checked in just before the click. */
async function pressTooLate(now: object) {
  answer.mockReturnValue(boards);
  press.mockImplementation(async () => {
    answer.mockReturnValue(here);
    throw new AppError('check_in_already', 'The check-in was already recorded');
  });
  load.mockResolvedValue(now);
  const { user } = open(() => undefined);
  await user.click(await screen.findByRole('button', { name: 'Check In' }));
}

it('shows a request delivered twice as done, not refused', async () => {
  await pressTooLate({ ...here, undo_until: hours(1) });
  expect(await screen.findByRole('heading', { name: 'Checked In' })).toBeVisible();
});

it('shows what another person did first', async () => {
  await pressTooLate(here);
  expect(await screen.findByRole('heading', { name: 'Already checked in' })).toBeVisible();
});

it('checks in a valid ticket first', async () => {
  answer.mockReturnValue({ ...booking, doubt: null });
  open(() => undefined);
  expect(await screen.findByRole('heading', { name: 'Valid ticket' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Scan the next ticket' })).toBeNull();
});
