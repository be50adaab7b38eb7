import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { Payouts } from './Payouts';
import type { Answer, Choice, Payee } from './queries';

const read = vi.hoisted(() => vi.fn<() => Promise<Payee[]>>());
const lines = vi.hoisted(() => vi.fn((): object[] => []));
const payOut = vi.hoisted(() => vi.fn<(territoryId: string, choices: readonly Choice[]) => Promise<Answer>>());
vi.mock('./queries', () => ({
  payeesQuery: () => ({ queryKey: ['payees'], queryFn: read, retry: false }),
  payeeLinesQuery: () => ({
    queryKey: ['lines'],
    queryFn: async () => ({ rows: lines(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => undefined,
  }),
  payOut,
}));
vi.mock('./Paid', () => ({ Paid: () => null }));

const payee = (name: string, due: number, ahead = 0): Payee => ({
  payee: `operator:${name}`,
  party: 'operator',
  name,
  avatar_url: null,
  currency_code: 'GTQ',
  bookings: 2,
  due,
  oldest: '2026-10-10',
  ahead_bookings: 1,
  ahead,
  next_trip: '2026-12-10',
  held: 0,
  version: `v${due}`,
  as_of: '2026-10-14T12:00:00Z',
  own: false,
});
const marta = payee('Marta Choc', 150.1);
const posada = payee('Posada Nuevo Sol', 936.5);
const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };

beforeEach(() => {
  read.mockReset().mockResolvedValue([posada, marta]);
  payOut.mockReset().mockResolvedValue({ outcome: 'paid', payouts: ['p1'] });
  notice.success.mockReset();
  notice.failure.mockReset();
});

async function open() {
  const view = renderApp(
    <Payouts
      territoryId="rio"
      currency={{ code: 'GTQ', symbol: 'Q' }}
      timeZone="America/Guatemala"
      notice={notice}
      refresh={async () => undefined}
    />,
    { url: '/?payouts=due' },
  );
  await screen.findByText('Marta Choc');
  const reread = async (payees: Payee[]) => {
    read.mockResolvedValue(payees);
    await view.client.invalidateQueries({ queryKey: ['payees'] });
  };
  return { ...view, reread };
}
const bar = () => screen.getByRole('form', { name: 'Record the payment' });
const press = () => within(bar()).getByRole('button', { name: 'Mark as paid' });
/** Presses 'Mark as paid', and confirms. */
async function record(user: { click: (target: HTMLElement) => Promise<void> }) {
  await user.click(press());
  const question = await screen.findByRole('alertdialog', { name: 'Record this payment?' });
  await user.click(within(question).getByRole('button', { name: 'Mark as paid' }));
}

it('does not offer partners their own commission, and shows who pays it out', async () => {
  const own: Payee = { ...payee('Posada Luna', 40), payee: 'partner:me', party: 'partner', own: true };
  read.mockResolvedValue([posada, marta, own]);
  const { user } = await open();
  expect(screen.getByText('This is your own commission, so another manager or an admin has to pay it.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Posada Luna' })).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Everyone' }));
  expect(bar()).toHaveTextContent('Pay 2 payees: Q1,086.60');
});

it('asks before it records, with the amount, the payees and the reference', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Everyone' }));
  await fill(user, within(bar()).getByLabelText('Reference'), 'Transfer 7');
  await user.click(press());
  const question = await screen.findByRole('alertdialog', { name: 'Record this payment?' });
  expect(question).toHaveTextContent('Pay 2 payees: Q1,086.60 (Posada Nuevo Sol, Marta Choc)');
  expect(question).toHaveTextContent('reference: Transfer 7');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(payOut).not.toHaveBeenCalled();
  expect(within(bar()).getByLabelText('Reference')).toHaveValue('Transfer 7');
  await record(user);
  await waitFor(() => expect(payOut).toHaveBeenCalledOnce());
});

it('shows who was paid in the meantime until dismissed, asks before the rest, and shows whom it paid', async () => {
  const { user, reread } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Everyone' }));
  await reread([posada]);
  expect(await screen.findByText(/^We don't owe Marta Choc anything/)).toBeVisible();
  expect(bar()).toHaveTextContent('Pay 1 payee: Q936.50');
  await fill(user, within(bar()).getByLabelText('Reference'), 'Transfer 1');
  await user.click(press());
  const question = await screen.findByRole('alertdialog', { name: 'Pay the others?' });
  expect(question).toHaveTextContent('Pay 1 payee: Q936.50 (Posada Nuevo Sol)');
  expect(question).toHaveTextContent("We don't owe Marta Choc anything");
  expect(payOut).not.toHaveBeenCalled();
  await user.click(within(question).getByRole('button', { name: 'Mark as paid' }));
  await waitFor(() => expect(notice.success).toHaveBeenCalledWith('Recorded: Posada Nuevo Sol, Q936.50'));
  expect(payOut.mock.calls[0]?.[1].map((one) => one.payee)).toEqual([posada.payee]);
  expect(screen.queryByText(/has already been paid/)).toBeNull();
});

it('shows it even if nobody is left to pay, or for an amount that has changed', async () => {
  const { user, reread } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Marta Choc' }));
  await reread([posada, payee('Marta Choc', 80)]);
  expect(
    await screen.findByText('We now owe Marta Choc Q80.00. The amount was Q150.10 when you selected it.'),
  ).toBeVisible();
  await reread([posada]);
  expect(await screen.findByText(/^We don't owe Marta Choc anything/)).toBeVisible();
  expect(screen.queryByRole('form')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Posada Nuevo Sol' }));
  expect(screen.getByText(/^We don't owe Marta Choc anything/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close message' }));
  expect(screen.queryByText(/has already been paid/)).toBeNull();
  await fill(user, within(bar()).getByLabelText('Reference'), 'Transfer 2');
  await record(user);
  await waitFor(() => expect(notice.success).toHaveBeenCalledWith('Recorded: Posada Nuevo Sol, Q936.50'));
});

it("shows nothing about the person's own payouts, even if the list is loaded before the response", async () => {
  let answer = (_: Answer) => {};
  payOut.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { user, reread } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Everyone' }));
  await fill(user, within(bar()).getByLabelText('Reference'), 'Transfer 3');
  await record(user);
  await waitFor(() => expect(payOut).toHaveBeenCalled());
  await reread([]);
  expect(screen.queryByText(/has already been paid/)).toBeNull();
  answer({ outcome: 'paid', payouts: ['p1', 'p2'] });
  await waitFor(() =>
    expect(notice.success).toHaveBeenCalledWith('Recorded: Posada Nuevo Sol, Q936.50; Marta Choc, Q150.10'),
  );
  expect(screen.queryByText(/has already been paid/)).toBeNull();
});

it('keeps what the database has refused, and asks before the others are paid', async () => {
  payOut.mockResolvedValueOnce({
    outcome: 'taken',
    payee: marta.payee,
    by: 'Nery Caal',
    at: '2026-10-14T21:10:00Z',
  });
  const { user } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Everyone' }));
  await fill(user, within(bar()).getByLabelText('Reference'), 'Transfer 4');
  await record(user);
  expect(
    await screen.findByText(/^Nery Caal already paid Marta Choc at .*, so we didn't record it again\.$/),
  ).toBeVisible();
  await user.click(press());
  expect(await screen.findByRole('alertdialog', { name: 'Pay the others?' })).toHaveTextContent(
    'Nery Caal already paid Marta',
  );
  expect(payOut).toHaveBeenCalledTimes(1);
});

it('shows what is payable and what is ahead in total, for each currency', async () => {
  read.mockResolvedValue([posada, payee('Marta Choc', 150.1, 20.2), { ...payee('Ana', 12, 3), currency_code: 'USD' }]);
  await open();
  expect(screen.getByLabelText('Open payouts in GTQ')).toHaveTextContent('To payQ1,086.60Upcoming tripsQ20.20');
  expect(screen.getByLabelText('Open payouts in USD')).toHaveTextContent(/To pay.*12\.00Upcoming trips.*3\.00/);
});

it('opens the single bookings of a payee: which, whose, and of how many', async () => {
  lines.mockReturnValueOnce([
    {
      id: 1,
      line: '1.1',
      kind: 'experience',
      booking_id: 'ba059d64-0000-4000-8000-000000000001',
      title: 'River Canyon',
      booking_date: '2026-10-10',
      start_time: null,
      num_people: 2,
      total_price: 400,
      amount: 280,
      currency_code: 'GTQ',
      as_of: '2026-10-14T12:00:00Z',
      tourist_name: 'Ana López',
    },
  ]);
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Show the bookings of Marta Choc' }));
  const booking = await screen.findByText('River Canyon');
  expect(booking.closest('li')).toHaveTextContent(/Ana López, BA059D64.*2 people, Q400\.00.*Q280\.00/);
});
