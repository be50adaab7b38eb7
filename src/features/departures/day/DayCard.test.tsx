import type { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { aCondition } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import { tripConditionsQuery } from '@/features/booking/tickets/TicketConditions';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { DayCard } from './DayCard';
import type { Departure } from './queries';

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

const draw = (changes: Partial<Departure>, more: { state?: DepartureState; client?: QueryClient } = {}) =>
  renderApp(
    <DayCard
      work={{ userId: 'me', role: 'shuttle_driver' }}
      departure={departure(changes)}
      state={more.state}
      onCancel={vi.fn()}
      onChanged={async () => undefined}
    />,
    more.client ? { client: more.client } : {},
  );

it('shows that a closed day is closed, and its existing guests', () => {
  draw({ closed: true });
  expect(screen.getByRole('article')).toHaveTextContent(/Closed: no new bookings on this day.*2passengers/);
});

it('shows what is closed on its route, unless it is cancelled', () => {
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
  expect(screen.getByRole('region', { name: 'Travel alerts' })).toHaveTextContent('The coast road is closed');
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
