import type { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { aCondition } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tripConditionsQuery } from '@/features/booking/tickets/TicketConditions';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { AskedBookingProvider } from './asked-booking';
import { DayCard } from './DayCard';
import type { Departure } from './queries';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const departure = (changes: Partial<Departure>) =>
  ({
    kind: 'transport',
    service_id: 't',
    slot_id: 's',
    departure_id: 'd',
    territory_id: 'rio-dulce',
    service_date: '2026-11-24',
    start_time: '13:00:00',
    has_time: true,
    title: 'Coast shuttle',
    image: '',
    place: 'Dock',
    time_zone: 'America/Guatemala',
    drivers: ['Mario Tiul'],
    bookings: 1,
    people: 2,
    arrived: 0,
    missed: 0,
    unpaid: 0,
    to_collect: 0,
    currency_symbol: 'Q',
    cancelled: 0,
    closed: false,
    check_in_from: '2026-11-24T16:00:00Z',
    no_show_from: '2026-11-24T19:00:00Z',
    arrival_until: '2026-11-25T18:00:00Z',
    ...changes,
  }) as Departure;

const draw = (
  changes: Partial<Departure>,
  more: {
    state?: DepartureState;
    client?: QueryClient;
    role?: 'shuttle_driver' | 'shuttle_manager';
    onDelay?: () => void;
  } = {},
) =>
  renderApp(
    <DayCard
      work={{ userId: 'me', role: more.role ?? 'shuttle_driver' }}
      departure={departure(changes)}
      state={more.state}
      onDelay={more.onDelay ?? vi.fn()}
      onCancel={vi.fn()}
      onChanged={async () => undefined}
    />,
    more.client ? { client: more.client } : {},
  );

it('shows that a closed day is closed, and its existing guests', () => {
  draw({ closed: true });
  expect(screen.getByRole('article')).toHaveTextContent(/Closed. No new bookings on this day.*2passengers/);
});

it('shows what is closed on its route, unless it is cancelled', async () => {
  const road = aCondition({
    text: 'The coast road is closed',
    touches_all: true,
    starts_at: '2126-11-24T12:00:00Z',
    ends_at: '2126-11-25T12:00:00Z',
  });
  const client = createQueryClient();
  client.setQueryData(tripConditionsQuery('rio-dulce').queryKey, [road]);
  const day = { service_date: '2126-11-24' };
  const { unmount } = draw(day, { client });
  expect(await screen.findByRole('region', { name: 'Travel alerts' })).toHaveTextContent('The coast road is closed');
  unmount();
  draw(day, { client, state: { status: 'cancelled', reason: null } as DepartureState });
  expect(screen.getByRole('article')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Travel alerts' })).toBeNull();
});

it('shows no alert on any other day', () => {
  draw({});
  expect(screen.queryByText(/^Closed/)).not.toBeInTheDocument();
});

it('shows above its passengers when boarding begins', async () => {
  const { user } = draw({
    check_in_from: '2126-11-24T16:00:00Z',
    no_show_from: '2126-11-24T19:00:00Z',
    arrival_until: '2126-11-25T18:00:00Z',
  });
  await user.click(screen.getByRole('button', { name: 'Show passengers' }));
  expect(await screen.findByText('Check-in opens on Sun, Nov 24, 2126, 10:00 AM')).toBeInTheDocument();
});

it.each([
  ['s', '2026-11-24', true],
  ['s', '2026-11-25', false],
  ['other', '2026-11-24', false],
])('starts open if a link asks for a booking of its slot and date: %s, %s', (slotId, date, open) => {
  renderApp(
    <AskedBookingProvider value={{ id: 'b1', slotId, date }}>
      <DayCard
        work={{ userId: 'me', role: 'tour_guide' }}
        departure={departure({ kind: 'experience' })}
        state={undefined}
        onDelay={vi.fn()}
        onCancel={vi.fn()}
        onChanged={async () => undefined}
      />
    </AskedBookingProvider>,
  );
  expect(screen.getByRole('button', { name: open ? /Hide guests/ : /Show guests/ })).toBeVisible();
});

it('announces a delay of a departure of today, and shows it beside the scheduled time', async () => {
  vi.setSystemTime(new Date('2026-11-24T18:50:00Z'));
  const onDelay = vi.fn();
  const state = { status: 'scheduled', min_to_run: null, delay_minutes: 15, expected_time: '13:15:00' };
  const { user, unmount } = draw({}, { state: state as DepartureState, onDelay });
  expect(screen.getByRole('article')).toHaveTextContent('1:00PM');
  expect(screen.getByText('Running late: expected at 1:15 PM')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Announce delay: Coast shuttle/ }));
  expect(onDelay).toHaveBeenCalledWith(expect.objectContaining({ departureId: 'd', start: '13:00:00', minutes: 15 }));
  unmount();
  for (const [changes, now] of [
    [{ service_date: '2026-11-25' }, '2026-11-24T18:50:00Z'],
    [{ has_time: false }, '2026-11-24T18:50:00Z'],
    [{ people: 0 }, '2026-11-24T18:50:00Z'],
    [{}, '2026-11-24T21:01:00Z'],
  ] as const) {
    vi.setSystemTime(new Date(now));
    const shown = draw(changes);
    expect(screen.queryByRole('button', { name: /^Announce delay/ })).toBeNull();
    shown.unmount();
  }
});

it('says that a departure has no driver, and leads the people who assign one there', () => {
  const { unmount } = draw({ drivers: [] });
  expect(screen.getByText('No driver assigned')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'No driver assigned' })).toBeNull();
  unmount();
  draw({ drivers: [] }, { role: 'shuttle_manager' });
  expect(screen.getByRole('link', { name: 'No driver assigned' })).toHaveAttribute(
    'href',
    expect.stringContaining('2026-11-24'),
  );
});
