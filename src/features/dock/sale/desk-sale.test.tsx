import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { aDeparture, aSale } from '@tests/support/sales';
import { beforeEach, expect, it, vi } from 'vitest';
import { calendarDate, formatDay } from '@/lib/format/dates';
import { SellScreen } from './SellScreen';

// A sale to a guest who isn't at the dock: on the telephone, or for another day.

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const TODAY = calendarDate();
const [SATURDAY, SUNDAY, MONDAY] = [5, 6, 7].map((days) => calendarDate(undefined, days)) as [string, string, string];

const departureOn = (service_date: string) => ({
  ...aDeparture({ service_date, check_in_from: `${service_date}T13:30:00Z` }),
  titles: {},
});
const saleOf = ({ payment_method: pays, ...p }: Record<string, unknown>, change = {}) => ({
  ...aSale({ undo_until: null }),
  ...p,
  arrived: null,
  titles: {},
  pays,
  amount_due: pays === 'due' ? p.amount : null,
  total_price: p.amount,
  ...change,
});
const ANA = {
  guest_name: 'Ana López',
  whatsapp_number: '+50255512345',
  language: 'es',
  bookings: 3,
  last_date: '2026-11-02',
};

let stored: Record<string, unknown> | undefined;
let answers: Record<string, (args: never) => unknown>;
beforeEach(() => {
  sessionStorage.clear();
  stored = undefined;
  answers = {
    dock_departures: ({ p_date }: { p_date?: string }) => (p_date === SATURDAY ? [departureOn(SATURDAY)] : []),
    my_dock_sales: () => [],
    my_seat_reserves: () => [],
    find_guests: ({ p_search }: { p_search: string }) => (/ana/i.test(p_search) ? [ANA] : []),
    sell_at_dock: ({ p }: { p: Record<string, unknown> }) => {
      stored = saleOf(p, p.payment_method === 'link' ? WAITING : {});
      return stored;
    },
    dock_sale: () => stored,
    new_pay_link: () => ({ token: 'cd34'.repeat(16) }),
  };
  rpc.mockReset().mockImplementation((name: string, args: never) => {
    const answer = Promise.resolve({ data: answers[name]?.(args) ?? null, error: null, status: 200 });
    return Object.assign(answer, { abortSignal: () => answer });
  });
});
const WAITING = {
  state: 'waiting',
  booking_id: null,
  code: null,
  payment_method: 'card',
  seconds_left: 86_000,
  held_until: '2126-11-23T15:00:00Z',
};

const sent = () => rpc.mock.calls.filter(([name]) => name === 'sell_at_dock').map(([, { p }]) => p);
const show = (runsRegion = true, url = '/sell') =>
  renderApp(<SellScreen userId="me" territoryId="rio" runsRegion={runsRegion} />, { url });

async function forSaturday(runsRegion = true) {
  const view = show(runsRegion);
  await view.user.click(await screen.findByRole('button', { name: 'By phone, or for another day' }));
  expect(await screen.findByText('There are no departures on this day')).toBeVisible();
  const date = screen.getByLabelText('Date');
  expect(date).toHaveValue(TODAY);
  for (const value of ['', '0002-11-22', SATURDAY]) fireEvent.change(date, { target: { value } });
  expect(await screen.findByRole('radio', { name: /River Canyon.*6 seats left/ })).toBeChecked();
  return view;
}

it('books for an earlier guest, who pays in cash on the day', async () => {
  const { user, router } = await forSaturday();
  expect(router.state.location.search).toBe(`?date=${SATURDAY}`);
  await user.type(screen.getByLabelText('Booked before? Find the guest'), 'ana{Enter}');
  await user.click(await screen.findByRole('button', { name: /Ana López.*3 bookings/ }));
  expect(screen.getByLabelText('Name')).toHaveValue('Ana López');
  expect(screen.queryByRole('list', { name: 'Earlier guests' })).toBeNull();
  expect(sent()).toEqual([]); // Enter in the search sells nothing.
  await user.click(screen.getByRole('checkbox', { name: /accepts it for all passengers/ }));
  await user.click(screen.getByRole('button', { name: 'The guest pays in cash on the day' }));
  expect(await screen.findByRole('heading', { name: 'Q440.00 due in cash on the day' })).toBeVisible();
  expect(sent()).toMatchObject([
    {
      service_date: SATURDAY,
      payment_method: 'due',
      guest_name: 'Ana López',
      whatsapp_number: '+50255512345',
      language: 'es',
      arrived: false,
    },
  ]);
});

it('goes on with the next sale for the same day, and lists the departure of each sale', async () => {
  answers.my_dock_sales = () => [
    { ...saleOf({ payment_method: 'cash', amount: 440 }), service_date: SATURDAY, start_time: '09:00:00' },
  ];
  const { user, router } = await forSaturday();
  const recent = within(await screen.findByRole('region', { name: 'Your last sales' })).getByRole('button');
  expect(recent).toHaveTextContent(`${formatDay(SATURDAY)}, 9:00 AM, sold at `);
  stored = saleOf({ payment_method: 'cash', amount: 440 });
  await user.click(recent);
  await user.click(await screen.findByRole('button', { name: 'Next sale' }));
  expect(router.state.location.search).toBe(`?date=${SATURDAY}`);
  expect(await screen.findByRole('radio', { name: /River Canyon.*6 seats left/ })).toBeVisible();
});

it('keeps the departure for another day, and chooses none if it does not run', async () => {
  const later = { slot_id: 's2', start_time: '14:00:00', title: 'Sunset at the Castle' };
  answers.dock_departures = ({ p_date }: { p_date?: string }) => {
    if (p_date === SUNDAY) return [departureOn(SUNDAY)];
    return p_date ? [departureOn(p_date), { ...departureOn(p_date), ...later }] : [];
  };
  const { user } = show(true, `/sell?date=${SATURDAY}`);
  await user.click(await screen.findByRole('radio', { name: /Sunset/ }));
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: MONDAY } });
  await waitFor(() => expect(screen.getByRole('radio', { name: /Sunset/ })).toBeChecked());
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: SUNDAY } });
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Sunset/ })).toBeNull());
  expect(await screen.findByRole('radio', { name: /River Canyon/ })).not.toBeChecked();
  expect(screen.queryByRole('button', { name: 'Send a payment link' })).toBeNull();
});

it('begins each departure with its own type and two people, unless the seller chose a number', async () => {
  const only = {
    slot_id: 's2',
    title: 'Catamaran',
    booking_type: 'private',
    private_price: 1650,
    min_private_guests: 6,
  };
  answers.dock_departures = () => [
    { ...departureOn(SATURDAY), ...only },
    { ...departureOn(SATURDAY), booking_type: 'both', private_price: 900 },
  ];
  const { user } = show(true, `/sell?date=${SATURDAY}`);
  expect(await screen.findByRole('status', { name: 'People' })).toHaveTextContent('6');
  await user.click(screen.getByRole('radio', { name: /River Canyon/ }));
  expect(screen.getByRole('radio', { name: 'Shared' })).toBeChecked();
  expect(screen.getByRole('status', { name: 'People' })).toHaveTextContent('2');
  await user.click(screen.getByRole('button', { name: 'Add one person' }));
  await user.click(screen.getByRole('radio', { name: /Catamaran/ }));
  await user.click(screen.getByRole('radio', { name: /River Canyon/ }));
  expect(screen.getByRole('status', { name: 'People' })).toHaveTextContent('3');
  expect(screen.getByRole('button', { name: 'Receive Q660.00 in cash' })).toBeVisible();
});

it('sends a payment link by WhatsApp, email or copy, and shows the deadline', async () => {
  const { user } = await forSaturday();
  await user.type(screen.getByLabelText('Name'), 'Ana');
  await user.click(screen.getByRole('checkbox', { name: /accepts it for all passengers/ }));
  await user.click(screen.getByRole('button', { name: 'Send a payment link' }));
  expect(await screen.findByRole('heading', { name: 'Q440.00 by payment link' })).toBeVisible();
  const link = `${location.origin}/pay#${'cd34'.repeat(16)}`;
  expect(await screen.findByLabelText('Payment link')).toHaveValue(link);
  for (const name of ['Send link on WhatsApp', 'Send link by email'])
    expect(decodeURIComponent(screen.getByRole('link', { name }).getAttribute('href') ?? '')).toContain(
      `River Canyon, Q440.00: ${link}`,
    );
  expect(screen.getByText(/We're holding the seats until .*Nov 23, 2126/)).toBeVisible();
  expect(screen.queryByText(/scans this code/)).toBeNull();
});

it.each(['Send a payment link', 'The guest pays in cash on the day'])(
  'asks for the name of a guest who has not paid: %s',
  async (button) => {
    const { user } = await forSaturday();
    await user.click(screen.getByRole('checkbox', { name: /accepts it for all passengers/ }));
    await user.click(screen.getByRole('button', { name: button }));
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('This field is required');
    expect(sent()).toEqual([]);
    // A guest who has paid needs no name.
    await user.click(screen.getByRole('button', { name: 'Receive Q440.00 in cash' }));
    await waitFor(() => expect(sent()).toMatchObject([{ payment_method: 'cash', guest_name: null }]));
  },
);

it('says when nobody is found, and when the search fails', async () => {
  const { user } = await forSaturday();
  const search = screen.getByLabelText('Booked before? Find the guest');
  await user.type(search, 'Zoe{Enter}');
  expect(await screen.findByText('No earlier guest found. Enter the name below.')).toBeVisible();
  rpc.mockImplementation(() => {
    const answer = Promise.reject(new TypeError('Failed to fetch'));
    return Object.assign(answer, { abortSignal: () => answer });
  });
  await user.clear(search);
  await user.type(search, 'Eva');
  await user.click(screen.getByRole('button', { name: 'Find' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});

it('does not offer earlier guests to those who do not run the region', async () => {
  await forSaturday(false);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getByLabelText('Name')).toBeVisible();
});

it('ignores a date that is none', async () => {
  show(true, '/sell?date=tomorrow');
  expect(await screen.findByText('There are no more departures today')).toBeVisible();
  expect(screen.getByRole('button', { name: 'At the dock' })).toHaveAttribute('aria-pressed', 'true');
});
