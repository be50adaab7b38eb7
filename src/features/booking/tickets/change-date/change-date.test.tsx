import { screen, waitFor } from '@testing-library/react';
import { aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isFreeToCancel } from '@/features/booking/tickets/next-trips';
import { AppError } from '@/lib/api/errors';
import ChangeDateDialog from './ChangeDateDialog';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ supabase: async () => ({}) }));
// Roles are looked up in the whole page, behind a modal too: slow where the machine is busy.
vi.setConfig({ testTimeout: 20_000 });

const choice = (service_date: string, free_until: string | null = '2999-01-01T13:00:00Z'): queries.Choice => ({
  service_date,
  start_time: '09:00:00',
  timeslot_id: 'slot',
  free_until,
});
const dates = (change: Partial<queries.DateChanges> = {}): queries.DateChanges => ({
  service_date: '2026-12-04',
  start_time: '09:00:00',
  time_zone: 'America/Guatemala',
  until: '2026-12-01T15:00:00Z',
  refusal: null,
  refund_amount: 0,
  extra_amount: 0,
  payment_method: 'card',
  payment_status: 'completed',
  currency_symbol: 'Q',
  choices: [choice('2026-12-05'), choice('2026-12-03', '2020-01-01T00:00:00Z')],
  ...change,
});

const ask = vi.fn<() => Promise<queries.DateChanges>>();
const change = vi.fn<typeof queries.changeDate>();
beforeEach(() => {
  vi.spyOn(queries, 'dateChangesQuery').mockImplementation(
    () => ({ queryKey: ['dates'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'changeDate').mockImplementation(change);
  ask.mockReset().mockResolvedValue(dates());
  change.mockReset().mockResolvedValue({ service_date: '2026-12-05', start_time: '09:00:00', refund_amount: 0 });
});

function show() {
  const onClose = vi.fn();
  const { user } = renderApp(
    <ChangeDateDialog row={{ kind: 'experience', id: 'b1' }} title="Hot Waterfall" onClose={onClose} />,
  );
  const choose = async (name: RegExp) => user.click(await screen.findByRole('radio', { name }));
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  return { onClose, choose, press };
}

describe('changing the date', () => {
  it('shows where there are seats and what holds there, and does nothing before a departure is chosen', async () => {
    show();
    expect(await screen.findByRole('radio', { name: /Dec 5, 9:00 AM.*free until/ })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: /Dec 3, 9:00 AM.*not free there any more/ })).toBeVisible();
    expect(screen.getByRole('dialog')).toHaveTextContent(/Booked now: .*Dec 4.*The price is the same/);
    expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
    expect(change).not.toHaveBeenCalled();
  });

  it('changes to the chosen one and says that the ticket has a new code', async () => {
    const { choose, press, onClose } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(change).toHaveBeenCalledWith('experience', 'b1', choice('2026-12-05'), 0, expect.any(String));
    expect(await screen.findByRole('dialog', { name: 'You are booked on Sat, Dec 5, 9:00 AM' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('a new code');
    await press('Done');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says what goes back, before and after, and asks for just that', async () => {
    ask.mockResolvedValue(dates({ refund_amount: 25.5 }));
    change.mockResolvedValue({ service_date: '2026-12-05', start_time: null, refund_amount: 25.5 });
    const { choose, press } = show();
    await choose(/Dec 5/);
    expect(screen.getByRole('dialog')).toHaveTextContent('It costs Q25.50 less by now, which goes back to your card.');
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(change.mock.calls[0]?.[3]).toBe(25.5);
    expect(await screen.findByText(/Q25.50 goes back to your card/)).toBeVisible();
  });

  it('asks again under the same key when no answer came, and under another one for another day', async () => {
    change.mockRejectedValueOnce(new AppError('network', 'We could not reach the server.'));
    change.mockRejectedValueOnce(new AppError('network', 'We could not reach the server.'));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByText(/Pressing again is safe/)).toBeVisible();
    await press('Change to Sat, Dec 5, 9:00 AM');
    await waitFor(() => expect(change).toHaveBeenCalledTimes(2));
    await choose(/Dec 3/);
    await press('Change to Thu, Dec 3, 9:00 AM');
    const keys = change.mock.calls.map((call) => call[4]);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('reads the departures anew when the seats were taken meanwhile', async () => {
    change.mockRejectedValueOnce(new AppError('sold_out', 'There are not enough seats left', { status: 409 }));
    ask.mockResolvedValueOnce(dates()).mockResolvedValue(dates({ choices: [choice('2026-12-09')] }));
    const { choose, press } = show();
    await choose(/Dec 5/);
    await press('Change to Sat, Dec 5, 9:00 AM');
    expect(await screen.findByText('There are not enough seats left')).toBeVisible();
    expect(await screen.findByRole('radio', { name: /Dec 9/ })).not.toBeChecked();
    expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
  });

  it('says why it cannot be changed, in words of the app', async () => {
    ask.mockResolvedValue(dates({ refusal: { code: 'too_late_to_change', message: 'From the server' }, choices: [] }));
    show();
    expect(await screen.findByText('The date can be changed only while cancelling is free.')).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  });

  it('says how much more it would cost', async () => {
    ask.mockResolvedValue(
      dates({ refusal: { code: 'costs_more', message: 'From the server' }, extra_amount: 24.5, choices: [] }),
    );
    show();
    expect(await screen.findByText('This costs Q24.50 more by now. The date cannot be changed here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
  });

  it('says when nothing is free, and lets one try again when nothing could be read', async () => {
    ask.mockRejectedValueOnce(new AppError('offline', 'You are offline.'));
    const { press } = show();
    expect(await screen.findByText('You are offline.')).toBeVisible();
    ask.mockResolvedValue(dates({ choices: [] }));
    await press('Try again');
    expect(await screen.findByText(/No other departure has seats/)).toBeVisible();
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
  });
});

describe('the way there stands on the ticket', () => {
  it.each([
    ['moderate', '2026-11-25', '2026-11-22T12:00:00Z', true],
    ['moderate', '2026-11-25', '2026-11-22T14:00:00Z', false],
    ['flexible', '2026-11-25', '2026-11-24T12:00:00Z', true],
    ['strict', '2026-12-25', '2026-11-22T12:00:00Z', false],
  ])('as long as cancelling is free: %s, %s, at %s', (cancellation_policy, booking_date, now, free) => {
    expect(isFreeToCancel(aTicket({ cancellation_policy, booking_date }), new Date(now))).toBe(free);
  });

  it('of what is to be paid in cash on the day, until it leaves', () => {
    const cash = { cancellation_policy: 'strict', payment_method: 'cash', payment_status: 'pending' };
    const row = aTicket({ ...cash, booking_date: '2026-11-25', start_time: '09:00:00' });
    expect(isFreeToCancel(row, new Date('2026-11-25T14:59:00Z'))).toBe(true);
    expect(isFreeToCancel(row, new Date('2026-11-25T15:01:00Z'))).toBe(false);
    expect(isFreeToCancel({ ...row, payment_status: 'completed' }, new Date('2026-11-24T15:00:00Z'))).toBe(false);
  });
});
