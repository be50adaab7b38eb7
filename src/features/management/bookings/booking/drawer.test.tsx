import { QueryClient } from '@tanstack/react-query';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBookingDetail } from '@tests/support/factories';
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

beforeEach(() => {
  rpc.mockReset();
  rpc.mockResolvedValue({ data: [], error: null });
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
  ['does not lead to a conversation that is not open to whoever looks', false, 0],
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
  [{ full_name: 'Ben Ortiz', email: 'ben@example.test' }, 'Ben Ortiz paid and transferred the ticket.'],
  [{}, 'Someone whose account was deleted paid and transferred the ticket.'],
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
  for (const name of ['Change booking', 'Correct details'])
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
    return { data: name === 'suggested_booking_tags' ? [] : null, error: null };
  });
  draw(new QueryClient());
  const user = userEvent.setup();
  expect(await screen.findByText('Arrives late')).toBeInTheDocument();
  expect(screen.getByText(/Rosa Staff, about the guest$/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete note' })).toBeNull();
  const form = within(screen.getByRole('form', { name: 'New note' }));
  await user.click(form.getByRole('button', { name: 'Add note' }));
  expect(form.getByRole('textbox', { name: 'Note' })).toHaveAccessibleDescription('Please write a note');
  await user.type(form.getByRole('textbox', { name: 'Note' }), 'Two children');
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
  rpc.mockResolvedValue({ data: [], error: null });
  draw(new QueryClient());
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove tag VIP' }));
  await user.type(screen.getByRole('combobox', { name: 'Tag' }), 'Birthday');
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  await vi.waitFor(() => expect(screen.getByRole('combobox', { name: 'Tag' })).toHaveValue(''));
  await user.click(screen.getByRole('button', { name: 'Delete note' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(rpc.mock.calls.filter(([name]) => name !== 'suggested_booking_tags')).toEqual([
    ['set_booking_tag', { p_booking_id: 'b1', p_tag: 'VIP', p_on: false }],
    ['set_booking_tag', { p_booking_id: 'b1', p_tag: 'Birthday', p_on: true }],
    ['delete_booking_note', { p_note_id: 'n1' }],
  ]);
});
