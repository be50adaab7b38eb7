import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { type DepartureState, departureStatesQuery } from '@/features/departures/cancelling/queries';
import { type Booking, type Departure, departureQuery, workKeys } from '@/features/departures/day/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { GuestList } from './GuestList';

const answer = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('@/lib/api/supabase', () => ({
  supabase: async () => ({ realtime: { setAuth: () => new Promise(() => undefined) } }),
  database: async () => ({
    rpc: () => ({ abortSignal: answer }),
  }),
}));
beforeEach(() => {
  answer.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
});

const WORK = { userId: 'me', role: 'shuttle_manager', territoryId: 'rio', day: '2026-11-22' } as const;
const departure = {
  kind: 'transport',
  departure_id: 'ride',
  service_id: 'van',
  service_date: '2026-11-22',
  start_time: '13:00',
  has_time: true,
  title: 'Cobán to Lanquín',
  place: 'Central park',
  time_zone: 'America/Guatemala',
  drivers: ['Mario Tiul'],
  people: 3,
  arrived: 1,
  unpaid: 1,
  to_collect: 240,
  currency_symbol: 'Q',
} as Departure;
const booking = {
  id: 'b',
  full_name: 'محمد الخطيب',
  num_people: 3,
  hotel_name: 'فندق النيل',
  payment_status: 'completed',
  check_in_status: 'pending',
  passengers: [{ name: 'محمد الخطيب' }, { name: 'שרה כהן' }],
} as Booking;

function open(readAt: string, changes: Partial<Booking> = {}) {
  const client = createQueryClient();
  const options = { updatedAt: Date.parse(readAt) };
  client.setQueryData(workKeys.departure(WORK, 'van'), departure, options);
  client.setQueryData(workKeys.passengers('me', 'van', '2026-11-22'), [{ ...booking, ...changes }], options);
  renderApp(<GuestList work={WORK} slotId="van" />, { client });
}

it('shows on a printed stored sheet when it was loaded, and on the screen that it is old', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open('2026-11-22T14:12:00Z');
  expect(screen.getByText('Updated:').parentElement).toHaveTextContent('Updated: Sun, Nov 22, 2026, 8:12 AM');
  expect(screen.getByText(/^You're offline. You're seeing the list from/)).toBeInTheDocument();
});

it('shows each name once in its own direction, and each booking as a row of the table', () => {
  open(new Date().toISOString());
  const names = [...document.querySelectorAll('bdi')].map((name) => name.textContent);
  expect(names).toEqual(['محمد الخطيب', 'שרה כהן', 'فندق النيل']);
  expect(screen.getByRole('row', { name: /and 1 more/ })).toBeInTheDocument();
});

it("is that of its day for a driver, who gets today's departure and tomorrow's", async () => {
  const tomorrow = { ...departure, service_date: '2026-11-23' };
  answer.mockResolvedValue({ data: [departure, tomorrow], error: null });
  const client = createQueryClient();
  const on = (day: string) => client.fetchQuery(departureQuery({ userId: 'me', role: 'shuttle_driver', day }, 'van'));
  expect(await on('2026-11-23')).toMatchObject({ service_date: '2026-11-23' });
  expect(await on('2026-11-24')).toBeNull();
});

it('marks a walk-in without a name and a hotel', () => {
  open(new Date().toISOString(), { full_name: null, hotel_name: null, walk_in: true, passengers: [] });
  expect(screen.getByRole('row', { name: /Walk-in and 2 more/ })).toBeInTheDocument();
});

it('shows on paper too how many of a booking are here', () => {
  open(new Date().toISOString(), { check_in_status: 'checked_in', arrived: [1, 3] });
  expect(screen.getByRole('cell', { name: '2 of 3 here' })).toBeInTheDocument();
  expect(screen.queryByRole('cell', { name: 'Yes' })).toBeNull();
});

it('shows that a departure was cancelled and why, without a missing driver', () => {
  const client = createQueryClient();
  const list = workKeys.departure(WORK, 'van');
  client.setQueryData(list, { ...departure, drivers: [] });
  client.setQueryData(workKeys.passengers('me', 'van', '2026-11-22'), [booking]);
  client.setQueryData(departureStatesQuery(list, ['ride']).queryKey, [
    { departure_id: 'ride', status: 'cancelled', reason: 'weather' } as DepartureState,
  ]);
  renderApp(<GuestList work={WORK} slotId="van" />, { client });
  expect(screen.getByText('Cancelled')).toBeInTheDocument();
  expect(screen.getByText('Weather')).toBeInTheDocument();
  expect(screen.queryByText('No driver assigned')).toBeNull();
});

it('says that a departure has no driver, with the way to assign one', () => {
  const client = createQueryClient();
  client.setQueryData(workKeys.departure(WORK, 'van'), {
    ...departure,
    slot_id: 'van',
    drivers: [],
  });
  client.setQueryData(workKeys.passengers('me', 'van', '2026-11-22'), [booking]);
  renderApp(<GuestList work={WORK} slotId="van" />, { client });
  expect(screen.getByRole('link', { name: 'No driver assigned' })).toHaveAttribute(
    'href',
    expect.stringContaining('van'),
  );
});

it('has a box for each person, how many are here and the cash to collect, and no email address', () => {
  open(new Date().toISOString(), { email: 'ana@example.com', passports: [1] });
  expect(screen.getByRole('img', { name: 'Not yet' }).children).toHaveLength(3);
  expect(screen.getByText('1 of 3 here')).toBeInTheDocument();
  expect(screen.getByText('Q240.00')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent(/ana@example|passport/i);
});

it("lists an experience's guests by name, without drivers", () => {
  const client = createQueryClient();
  const work = { userId: 'me', role: 'territory_staff', territoryId: 'rio', day: '2026-11-22' } as const;
  client.setQueryData(workKeys.departure(work, 'tour'), { ...departure, kind: 'experience', drivers: [] });
  client.setQueryData(workKeys.passengers('me', 'tour', '2026-11-22', true), [
    { ...booking, id: 'z', full_name: 'Zoe', passengers: [] },
    { ...booking, id: 'a', full_name: 'Ana', passengers: [] },
  ]);
  renderApp(<GuestList work={work} slotId="tour" />, { client });
  const names = screen.getAllByRole('row').map((row) => /Ana|Zoe/.exec(row.textContent ?? '')?.[0]);
  expect(names).toEqual([undefined, 'Ana', 'Zoe']);
  expect(screen.getByText('Meeting point:')).toBeInTheDocument();
  expect(screen.queryByText('No driver assigned')).toBeNull();
});
