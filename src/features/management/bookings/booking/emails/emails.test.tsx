import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingDetail } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { Emails } from './Emails';

const rpc = vi.hoisted(() => vi.fn());
/** A request that can be aborted. */
const answering = (answer: Promise<unknown>) => Object.assign(Promise.resolve(answer), { abortSignal: () => answer });
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({ rpc: (...args: unknown[]) => answering(rpc(...args)) }),
}));

const email = (id: number, more = {}) => ({
  id,
  template: 'booking_confirmation',
  recipient: 'anna@example.test',
  state: 'sent',
  again: false,
  at: '2026-12-01T15:00:00Z',
  may_send: false,
  ...more,
});
const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
const shown = (emails: unknown[], ticket_to: string | null = null) =>
  rpc.mockImplementation(async (name) => ({
    data: name === 'booking_emails' ? { ticket_to, emails } : null,
    error: null,
  }));
const draw = () => renderApp(<Emails booking={aBookingDetail()} notice={notice} />);
const sends = () => rpc.mock.calls.filter(([name]) => name === 'send_booking_email').map(([, args]) => args);

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
});

it('shows each email with its state, the last three first', async () => {
  shown([
    email(5, { template: 'booking_changed', state: 'queued', again: true }),
    email(4, { template: 'booking_refunded', state: 'dead' }),
    email(3, { template: 'transfer_invite', recipient: null, state: 'discarded' }),
    email(2),
  ]);
  draw();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Booking changed by the team.*, anna@example\.test, sent againWaiting$/),
    expect.stringMatching(/^Booking refunded.*Not delivered$/),
    expect.stringMatching(/^Ticket offered.*(AM|PM)Not needed any longer$/),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4 emails' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('list', { name: 'Emails' })).toHaveFocus();
});

it('sends an email again under the same key after a lost answer', async () => {
  let tries = 0;
  rpc.mockImplementation(async (name) => {
    if (name === 'booking_emails')
      return { data: { ticket_to: null, emails: [email(7, { may_send: true })] }, error: null };
    if (tries++ === 0) throw new TypeError('Failed to fetch');
    return { data: null, error: null };
  });
  draw();
  const again = await screen.findByRole('button', { name: 'Send again: Booking confirmation' });
  await userEvent.click(again);
  expect(await screen.findByRole('alert')).toHaveTextContent(/^We couldn't send the email/);
  await userEvent.click(again);
  await vi.waitFor(() => expect(notice.success).toHaveBeenCalledWith('On its way to anna@example.test'));
  expect(screen.queryByRole('alert')).toBeNull();
  const [first, second] = sends();
  expect(first).toEqual({ p_booking_id: 'b1', p_key: expect.any(String), p_email_id: 7 });
  expect(second).toEqual(first);
});

it('sends the ticket, and another one with the next click', async () => {
  shown([], 'anna@example.test');
  draw();
  expect(await screen.findByText('No emails about this booking yet.')).toBeInTheDocument();
  for (const times of [1, 2]) {
    await userEvent.click(screen.getByRole('button', { name: 'Send the ticket' }));
    await vi.waitFor(() => expect(notice.success).toHaveBeenCalledTimes(times));
  }
  expect(new Set(sends().map(({ p_key }) => p_key)).size).toBe(2);
  expect(sends()[0]).not.toHaveProperty('p_email_id');
});

it('says that the emails could not be loaded, and tries again', async () => {
  rpc.mockResolvedValue({ data: null, error: { message: 'down', code: '500' } });
  draw();
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('Failed to load the emails');
  shown([email(1)]);
  await userEvent.click(within(failure).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Booking confirmation')).toBeInTheDocument();
});
