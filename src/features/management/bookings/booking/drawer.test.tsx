import { QueryClient } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingDetail } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import BookingDrawer from './BookingDrawer';
import { bookingQuery } from './queries';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  bookingQuery: () => ({ queryKey: ['booking'], queryFn: () => read(), retry: false }),
}));
const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({ rpc: (...args: unknown[]) => answering(rpc(...args)) }),
}));
/** A request that can be aborted. */
const answering = (answer: Promise<unknown>) => Object.assign(Promise.resolve(answer), { abortSignal: () => answer });

/** Answers without tags to suggest, or emails. */
const answerOf = (name: string) => ({
  data: name === 'booking_emails' ? { ticket_to: null, emails: [] } : name === 'suggested_booking_tags' ? [] : null,
  error: null,
});

beforeEach(() => {
  rpc.mockReset();
  rpc.mockImplementation(async (name: string) => answerOf(name));
  sessionStorage.clear();
});

const paid = aBookingDetail();
const down = new AppError('network', 'Failed to load the booking. Please try again later.');

function draw(client: QueryClient, conversation?: boolean) {
  renderApp(
    <BookingDrawer
      bookingId={paid.id}
      currency={{ code: 'GTQ', symbol: 'Q' }}
      onClose={() => undefined}
      refresh={async () => undefined}
      {...(conversation === undefined ? {} : { conversation })}
    />,
    { client },
  );
}

it.each([
  ['leads to the conversation', undefined, 1],
  ["does not lead to a conversation that the viewer can't open", false, 0],
] as const)('%s', async (_, conversation, links) => {
  read.mockResolvedValueOnce(paid);
  draw(new QueryClient(), conversation);
  expect(await screen.findByText('Anna Keller')).toBeInTheDocument();
  expect(screen.queryAllByRole('link', { name: 'Messages' })).toHaveLength(links);
});

it('shows that three of four are here, and not that they are checked in', async () => {
  read.mockResolvedValueOnce({ ...paid, num_people: 4, check_in_status: 'checked_in', arrived: [1, 2, 3] });
  draw(new QueryClient());
  expect(await screen.findByText('3 of 4 here')).toBeInTheDocument();
  expect(screen.queryByText('Checked In')).toBeNull();
});

it('reports what could not be reloaded, keeps the known data, and retries', async () => {
  read.mockResolvedValueOnce(paid).mockRejectedValueOnce(down);
  const client = new QueryClient();
  draw(client);
  const user = userEvent.setup();
  expect(await screen.findByText('Anna Keller')).toBeInTheDocument();
  await act(() => client.invalidateQueries({ queryKey: bookingQuery(paid.id).queryKey }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load the booking');
  expect(screen.getByText('Anna Keller')).toBeInTheDocument();
  read.mockResolvedValueOnce({ ...paid, status: 'cancelled', live: false });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Cancelled')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('distinguishes card from cash payments, and shows the amount to collect', async () => {
  const facts = () =>
    [...document.querySelectorAll('[aria-labelledby="money-title"] dl > div')].map((row) => row.textContent);
  const back = { ...paid, payment_method: 'cash', status: 'confirmed', refunded_amount: 680, refundable_amount: 0 };
  read.mockResolvedValueOnce({ ...back, payment_status: 'pending', amount_due: 680 });
  const client = new QueryClient();
  draw(client);
  expect(await screen.findByText('To collect')).toBeInTheDocument();
  expect(facts()).toEqual([
    'PriceQ680.00',
    'Paid by cardQ680.00',
    'Paid in cashQ0.00',
    'Refunded-Q680.00',
    'To collectQ680.00',
  ]);
  read.mockResolvedValueOnce({ ...back, paid_amount: 1360 });
  await act(() => client.invalidateQueries({ queryKey: bookingQuery(paid.id).queryKey }));
  const after = ['PriceQ680.00', 'Paid by cardQ680.00', 'Paid in cashQ680.00', 'Refunded-Q680.00'];
  await vi.waitFor(() => expect(facts()).toEqual(after));
});

it.each([
  [null, null],
  [{ full_name: 'Ben Ortiz', email: 'ben@example.test' }, 'Ben Ortiz paid for the ticket and transferred it.'],
  [{}, 'A person whose account was deleted paid for the ticket and transferred it.'],
])('shows who paid if that is not the holder: %o', async (payer, words) => {
  read.mockResolvedValueOnce({ ...paid, payer });
  draw(new QueryClient());
  await screen.findByText('Anna Keller');
  if (words) expect(screen.getByText(words, { exact: false })).toHaveTextContent('Any refund goes to');
  else expect(screen.queryByText('transferred the ticket', { exact: false })).toBeNull();
});

it.each([
  ['2099-01-01', 1],
  ['2020-01-01', 0],
])('offers changes of a booking only before it leaves: %s', async (booking_date, buttons) => {
  read.mockResolvedValueOnce({ ...paid, booking_date });
  draw(new QueryClient());
  expect(await screen.findByText('Anna Keller')).toBeInTheDocument();
  for (const name of ['Change booking', 'Edit details'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(buttons);
});

it.each([
  ['Lucía Choc', 'Lucía Choc, team'],
  [null, 'The team'],
])('names the team, even if a manager acted: %s', async (actor, text) => {
  const event = {
    id: 'e1',
    at: '2026-12-01T15:00:00Z',
    actor,
    by: 'staff',
    from: null,
    to: 'cancelled',
    amount: null,
    note: null,
  };
  read.mockResolvedValueOnce({ ...paid, history: [event] });
  draw(new QueryClient());
  expect(await screen.findByText(text, { exact: false })).toBeInTheDocument();
});

it('says that it does not exist, with nothing to try again', async () => {
  read.mockRejectedValue(new AppError('booking_not_found', 'Booking not found'));
  draw(new QueryClient());
  expect(await screen.findByRole('alert')).toHaveTextContent(/Booking not found.*Search for it in the list/);
  expect(screen.queryByRole('button', { name: /again/i })).not.toBeInTheDocument();
});

it('says where the price stayed the same, and what it counts towards', async () => {
  const event = {
    id: 'e1',
    at: '2026-12-01T15:00:00Z',
    actor: null,
    by: 'staff',
    from: null,
    to: null,
    amount: null,
    note: 'One is ill',
    party: { from: 3, to: 2 },
    price_kept: true,
  };
  read.mockResolvedValueOnce({ ...paid, credit_amount: 340, history: [event] });
  draw(new QueryClient());
  expect(await screen.findByText('The price stayed the same: nothing was charged or refunded.')).toBeInTheDocument();
  expect(screen.getByText(/Q340.00 of it is credit for adding people or changing the date later/)).toBeInTheDocument();
});

it.each([
  ['Cancelled. Refunded Q12.50', { to: 'cancelled', money: 'refunded' }],
  ['Refunded Q12.50', { to: null, money: 'refunded' }],
  ['Cancelled. Card hold of Q12.50 released', { to: 'cancelled', money: 'released' }],
  ['Cancelled. Q12.50 to refund in cash', { to: 'cancelled', money: 'to_refund' }],
  ['Paid. Received Q12.50 in cash', { to: 'paid', money: 'received' }],
  ['The guest was asked to pay for a change. To pay: Q12.50', { to: null, asked: 'to_pay', money: 'to_pay' }],
  ['Number of people reduced from 3 to 2. Refunded Q12.50', { to: null, party: { from: 3, to: 2 }, money: 'refunded' }],
] as const)('says in the history what an amount is: %s', async (text, more) => {
  const event = {
    id: 'e1',
    at: '2026-12-01T15:00:00Z',
    actor: null,
    from: 'paid',
    by: 'tourist',
    amount: 12.5,
    note: null,
  };
  read.mockResolvedValueOnce({ ...paid, history: [{ ...event, ...more }] });
  draw(new QueryClient());
  const history = within(await screen.findByRole('region', { name: 'History' }));
  expect(history.getByRole('listitem')).toHaveTextContent(
    new RegExp(`^${text.replaceAll('.', '\\.')}Tue, Dec 1, 2026`),
  );
});

const note = {
  id: 'n1',
  text: 'Arrives late',
  about_guest: true,
  author: 'Rosa Staff',
  at: '2026-12-01T15:00:00Z',
  may_delete: false,
};

it('adds a note under one key, even when the first answer got lost', async () => {
  read.mockResolvedValue({ ...paid, notes: [note] });
  let tries = 0;
  rpc.mockImplementation(async (name) => {
    if (name === 'add_booking_note' && tries++ === 0) throw new TypeError('Failed to fetch');
    return answerOf(name);
  });
  draw(new QueryClient());
  const user = userEvent.setup();
  expect(await screen.findByText('Arrives late')).toBeInTheDocument();
  expect(screen.getByText(/Rosa Staff, about the guest$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete note' })).toBeNull();
  const form = within(screen.getByRole('form', { name: 'New note' }));
  await user.click(form.getByRole('button', { name: 'Add note' }));
  expect(form.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription('Please write a note');
  await fill(user, form.getByRole('textbox', { name: 'Note' }), 'Two children');
  await user.click(form.getByRole('button', { name: 'Add note' }));
  expect(await form.findByRole('alert')).toBeInTheDocument();
  expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue('Two children');
  await user.click(form.getByRole('button', { name: 'Add note' }));
  await vi.waitFor(() => expect(form.getByRole('textbox', { name: 'Note' })).toHaveValue(''));
  const sent = rpc.mock.calls.filter(([name]) => name === 'add_booking_note').map(([, args]) => args);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual({ ...sent[0], p_text: 'Two children', p_about_guest: false });
});

it('adds and removes tags, and deletes a note after asking', async () => {
  read.mockResolvedValue({ ...paid, tags: ['VIP'], notes: [{ ...note, may_delete: true }] });
  draw(new QueryClient());
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove tag VIP' }));
  await fill(user, screen.getByRole('combobox', { name: 'Tag' }), 'Birthday');
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await vi.waitFor(() => expect(screen.getByRole('combobox', { name: 'Tag' })).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const changes = rpc.mock.calls.filter(([name]) => !['suggested_booking_tags', 'booking_emails'].includes(name));
  expect(changes).toEqual([
    ['set_booking_tag', { p_booking_id: 'b1', p_tag: 'VIP', p_on: false }],
    ['set_booking_tag', { p_booking_id: 'b1', p_tag: 'Birthday', p_on: true }],
    ['delete_booking_note', { p_note_id: 'n1' }],
  ]);
});
