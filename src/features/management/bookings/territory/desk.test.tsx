import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aTerritoryBooking } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarDate } from '@/lib/format/dates';
import { TerritoryBookings } from './TerritoryBookings';
import { useTicked } from './use-ticked';

type Args = Record<string, unknown>;
const asked: { name: string; args: Args }[] = [];
let answers: Record<string, (args: Args) => unknown>;

// jsdom doesn't support the <search> element.
vi.mock('@/ui/filter/filters', async (load) => ({
  ...(await load<typeof import('@/ui/filter/filters')>()),
  FilterBar: ({ children }: { children: ReactNode }) => <div>{children}</div>,
}));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('@/lib/api/supabase', () => {
  const request = (give: () => unknown) => {
    const one: Record<string, unknown> = {
      // biome-ignore lint/suspicious/noThenProperty: what the client gives is awaited like this
      then: (done: (answer: unknown) => void) => {
        try {
          done({ data: give(), error: null, status: 200 });
        } catch (error) {
          done({ data: null, error, status: 409 });
        }
      },
    };
    for (const name of ['abortSignal', 'select', 'eq', 'single']) one[name] = () => one;
    return one;
  };
  const territory = {
    id: 'rio',
    name: 'Río',
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    time_zone: 'America/Guatemala',
  };
  const rpc = (name: string, args: Args) => {
    asked.push({ name, args });
    return request(() => answers[name]?.(args) ?? []);
  };
  return { database: async () => ({ rpc, from: () => request(() => territory) }) };
});

const today = calendarDate();
const head = {
  slot_id: 's1',
  capacity: 12,
  closed: false,
  private: false,
  bookings: 2,
  people: 9,
  arrived: 4,
  missed: 0,
  to_collect: 350,
  currency_symbol: 'Q',
  leaders: ['Elmer Caal'],
};
const about = {
  booking_date: today,
  start_time: '07:00:00',
  title: 'River Canyon',
  status: 'ordered',
  check_in_status: 'pending',
};
const anna = aTerritoryBooking({
  ...about,
  id: 'aaaaaaaa-1',
  tourist_name: 'Anna Keller',
  departure_id: 'd1',
  departure: head,
});
const james = aTerritoryBooking({ ...about, id: 'bbbbbbbb-2', tourist_name: 'James Whitfield', departure_id: 'd1' });
const later = aTerritoryBooking({
  ...about,
  id: 'cccccccc-3',
  tourist_name: 'Kofi Mensah',
  start_time: '09:30:00',
  departure_id: 'd2',
  departure: { ...head, people: 0, arrived: 0, bookings: 0, leaders: [] },
});

beforeEach(() => {
  asked.length = 0;
  answers = {
    territory_bookings: () => [anna, james, later],
    territory_booking_totals: () => [{ currency_code: 'GTQ', bookings: 3, people: 9 }],
    booking_choices: () => ({
      services: [{ id: 'e1', title: 'River Canyon', titles: { en: 'River Canyon' } }],
      guides: [{ id: 'g1', full_name: 'Elmer Caal' }],
    }),
  };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => vi.unstubAllGlobals());

const open = async (url = '/territory-bookings') => {
  const view = renderApp(<TerritoryBookings territoryId="rio" userId="me" />, { url });
  await screen.findByText('Anna Keller');
  return view;
};
it('shows how many of a booking are here, if that is a part', async () => {
  const at = { check_in_status: 'checked_in', checked_in_at: '2026-10-14T12:38:00Z', num_people: 4 };
  answers.territory_bookings = () => [
    { ...anna, ...at, arrived: [1, 2, 3] },
    { ...james, ...at },
  ];
  await open();
  expect(screen.getByText('3 of 4 here, 6:38 AM')).toBeInTheDocument();
  expect(screen.getByText('Here 6:38 AM')).toBeInTheDocument();
});

it('calls a dock guest without a name a walk-in, in the list and in the names of its buttons', async () => {
  const nobody = { tourist_name: null, tourist_email: null };
  answers.territory_bookings = () => [anna, { ...james, ...nobody, walk_in: true }, { ...later, ...nobody }];
  await open();
  expect(screen.getByText('Walk-in')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Select Walk-in, BBBBBBBB' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Details of River Canyon, Walk-in' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Select Deleted account, CCCCCCCC' })).toBeInTheDocument();
});

const calls = (name: string) => asked.filter((one) => one.name === name).map(({ args }) => args);
const bar = () => screen.getByRole('region', { name: 'Selected bookings' });

it('opens on today by departures: time, seats, leader, arrivals', async () => {
  await open();
  expect(calls('territory_bookings').at(-1)).toMatchObject({ p_from: today, p_to: today, p_order: 'soonest' });
  const first = screen.getByRole('row', { name: /7:00 AM River Canyon/ });
  expect(first).toHaveTextContent('9 of 12');
  expect(first).toHaveTextContent('4 of 9 here');
  expect(first).toHaveTextContent('Collect Q350.00');
  expect(first).toHaveTextContent('Elmer Caal');
  expect(screen.getAllByRole('row', { name: /Select all for/ })).toHaveLength(2);
  expect(screen.getByRole('row', { name: /9:30 AM/ })).not.toHaveTextContent('No guide');
});

it('leads from a departure without a guide or driver to the page that assigns one', async () => {
  const lead = { departure: { ...head, leaders: [] }, service_id: 'x1' };
  answers.territory_bookings = () => [
    { ...anna, ...lead },
    { ...later, ...lead, kind: 'transport' },
  ];
  await open();
  expect(screen.getByRole('link', { name: 'Assign guide' })).toHaveAttribute(
    'href',
    expect.stringMatching(/edit-experience\/x1#who-guides$/),
  );
  expect(screen.getByRole('link', { name: 'Assign driver' })).toHaveAttribute(
    'href',
    expect.stringMatching(
      new RegExp(`^/territory-management\\?tab=schedules&form=new&slot=s1&day=\\w+&from=${today}$`),
    ),
  );
});

it('sends the filters to the database, and keeps them in the address', async () => {
  const { user, router } = await open('/territory-bookings?when=past&payment=collect&q=8840');
  expect(calls('territory_bookings').at(-1)).toMatchObject({
    p_order: 'latest',
    p_payment: 'collect',
    p_search: '8840',
  });
  await user.selectOptions(screen.getByLabelText('Guide'), 'Elmer Caal');
  await waitFor(() => expect(calls('territory_bookings').at(-1)).toMatchObject({ p_guide_id: 'g1' }));
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }));
  const tomorrow = calendarDate(undefined, 1);
  await waitFor(() => expect(calls('territory_bookings').at(-1)).toMatchObject({ p_from: tomorrow, p_to: tomorrow }));
  expect(router.state.location.search).toContain('guide=g1');
});

const pressConfirm = async (user: UserEvent, button: string) => {
  await user.click(within(bar()).getByRole('button', { name: 'Confirm' }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirm bookings' });
  expect(calls('confirm_booking')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: button }));
};

it('confirms each selected one separately, names what a rule refuses with the reason, and does not retry it', async () => {
  answers.confirm_booking = ({ p_booking_id }) => {
    if (p_booking_id === james.id) throw { code: 'PT409', hint: 'not_confirmable', message: 'x' };
    return {};
  };
  const { user } = await open();
  await user.click(screen.getByLabelText('Select all for River Canyon, 7:00 AM'));
  expect(bar()).toHaveTextContent('2 selected');
  await pressConfirm(user, 'Confirm 2 bookings');
  const told = await screen.findByRole('dialog', { name: "Some bookings couldn't be changed" });
  expect(told).toHaveTextContent('1 booking confirmed');
  expect(told).toHaveTextContent('James Whitfield, River Canyon');
  expect(told).toHaveTextContent('You can only confirm bookings marked Ordered or Paid.');
  expect(within(told).queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('retries only those whose request failed', async () => {
  answers.confirm_booking = ({ p_booking_id }) => {
    if (p_booking_id === james.id) throw { message: 'TypeError: Failed to fetch' };
    return {};
  };
  const { user } = await open();
  await user.click(screen.getByLabelText('Select all for River Canyon, 7:00 AM'));
  await pressConfirm(user, 'Confirm 2 bookings');
  const told = await screen.findByRole('dialog', { name: "Some bookings couldn't be changed" });
  answers.confirm_booking = () => ({});
  await user.click(within(told).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 booking confirmed')).toBeVisible();
  expect(calls('confirm_booking').map((args) => args.p_booking_id)).toEqual([anna.id, james.id, james.id]);
});

it('shows before it confirms which stay unchanged, and leaves them', async () => {
  answers.territory_bookings = () => [anna, { ...james, status: 'cancelled' }, { ...later, status: 'confirmed' }];
  const { user } = await open();
  for (const name of [/^Select Anna Keller/, /^Select James/, /^Select Kofi/])
    await user.click(screen.getByLabelText(name));
  await user.click(within(bar()).getByRole('button', { name: 'Confirm' }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirm bookings' });
  expect(question).toHaveTextContent('1 booking will be confirmed.');
  expect(question).toHaveTextContent('1 booking is already confirmed.');
  expect(question).toHaveTextContent("1 booking is checked in or no longer active and won't change.");
  await user.click(within(question).getByRole('button', { name: 'Confirm 1 booking' }));
  expect(await screen.findByText('1 booking confirmed')).toBeVisible();
  expect(calls('confirm_booking').map((args) => args.p_booking_id)).toEqual([anna.id]);
});

it('cancels only after it has shown what happens to the money, by currency', async () => {
  answers.cancellation_totals = () => [
    { currency_code: 'GTQ', bookings: 1, to_card: 385, in_cash: 0, blocked: 0 },
    { currency_code: 'USD', bookings: 1, to_card: 0, in_cash: 20, blocked: 5 },
  ];
  answers.staff_cancel_booking = () => ({});
  const { user } = await open();
  for (const name of [/^Select Anna Keller/, /^Select Kofi Mensah/]) await user.click(screen.getByLabelText(name));
  await user.click(within(bar()).getByRole('button', { name: 'Cancel bookings' }));
  const question = await screen.findByRole('alertdialog', { name: 'Cancel 2 bookings' });
  expect(within(question).getByRole('button', { name: 'Keep the bookings' })).toHaveFocus();
  expect(await within(question).findByText("We'll refund Q385.00 to the cards.")).toBeVisible();
  expect(question).toHaveTextContent(/20\.00 as refunded in cash\. Please hand it over/);
  expect(question).toHaveTextContent(/5\.00 is only on hold on cards/);
  expect(calls('staff_cancel_booking')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel 2 bookings' }));
  expect(await screen.findByText('2 bookings cancelled')).toBeVisible();
  expect(calls('staff_cancel_booking').map((args) => args.p_booking_id)).toEqual([anna.id, later.id]);
  // The selection is empty, so the next action starts with other bookings.
  expect(screen.queryByRole('region', { name: 'Selected bookings' })).toBeNull();
});

it('has nothing to confirm if all are confirmed, and counts only people who come', async () => {
  answers.territory_bookings = () => [
    { ...anna, status: 'confirmed', num_people: 6 },
    { ...james, status: 'cancelled', num_people: 5 },
  ];
  const { user } = await open();
  for (const name of [/^Select Anna Keller/, /^Select James/]) await user.click(screen.getByLabelText(name));
  expect(bar()).toHaveTextContent('2 selected 6 people');
  await user.click(within(bar()).getByRole('button', { name: 'Confirm' }));
  const question = await screen.findByRole('alertdialog', { name: 'Confirm bookings' });
  expect(
    within(question)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Close']);
});

it('messages the selected ones, and names those it did not reach', async () => {
  answers.message_bookings = () => ({ sent: 1, missed: [james.id] });
  const { user } = await open();
  await user.click(screen.getByLabelText('Select all for River Canyon, 7:00 AM'));
  await user.click(within(bar()).getByRole('button', { name: 'Message' }));
  await fill(user, await screen.findByLabelText('Message'), 'We leave at eight');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText("Message sent to 1 booking. We couldn't reach: James Whitfield")).toBeVisible();
  expect(calls('message_bookings')).toMatchObject([
    { p_booking_ids: [anna.id, james.id], p_message: 'We leave at eight' },
  ]);
});

it('opens a booking by a click beside its controls, and clears the selection with other filters', async () => {
  const { user, router } = await open();
  await user.click(screen.getByLabelText(/^Select Anna Keller/));
  expect(router.state.location.search).toBe('');
  await user.click(screen.getByText('Kofi Mensah'));
  expect(router.state.location.search).toContain('booking=');
  await user.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected bookings' })).toBeNull());
  await waitFor(() => expect(calls('territory_bookings').at(-1)).toMatchObject({ p_order: 'newest' }));
  expect(screen.queryByLabelText(/^Select all for/)).toBeNull();
});

it('closes a departure for new bookings', async () => {
  const { user } = await open();
  await user.click(screen.getAllByRole('button', { name: 'More actions' })[0] as HTMLElement);
  await user.click(await screen.findByText('Close for new bookings'));
  expect(await screen.findByText('River Canyon is closed for new bookings on this day')).toBeVisible();
  expect(calls('close_departure')).toMatchObject([{ p_slot_id: 's1', p_date: today, p_closed: true }]);
});

it('selects no more than a hundred, and drops those that have left the list', () => {
  const many = Array.from({ length: 130 }, (_, n) => ({ ...james, id: `b${n}` }));
  const { result, rerender } = renderHook(({ rows }) => useTicked(rows, 'today'), { initialProps: { rows: many } });
  let fits = true;
  act(() => {
    fits = result.current.set(many, true);
  });
  expect(fits).toBe(false);
  expect(result.current.ticked).toHaveLength(100);
  rerender({ rows: many.slice(60) });
  expect(result.current.ticked).toHaveLength(40);
  act(() => {
    fits = result.current.set(many.slice(100), true);
  });
  expect(fits).toBe(true);
  expect(result.current.ticked).toHaveLength(70);
});

it('lists the bookings paid in a period instead of those that travel then, and a chip shows the trips again', async () => {
  const { user, router } = await open('/territory-bookings?from=2026-11-01&to=2026-11-30');
  const last = () => asked.findLast(({ name }) => name === 'territory_bookings')?.args;
  expect(last()).not.toHaveProperty('p_by');
  await user.selectOptions(screen.getByLabelText('Dates of'), 'Date of payment');
  await waitFor(() =>
    expect(last()).toMatchObject({ p_by: 'payment', p_from: '2026-11-01', p_to: '2026-11-30', p_order: 'newest' }),
  );
  expect(router.state.location.search).toContain('by=payment');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(last()).toMatchObject({ p_from: today, p_to: today, p_order: 'soonest' }));
  expect(last()).not.toHaveProperty('p_by');
});
