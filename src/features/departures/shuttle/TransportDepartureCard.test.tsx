import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it, vi } from 'vitest';
import type { TransportDeparture } from './queries';
import { TransportDepartureCard } from './TransportDepartureCard';

const departure = (changes: Partial<TransportDeparture>) =>
  ({
    transport_id: 't',
    departure_id: 'd',
    service_date: '2026-11-24',
    start_time: '13:00:00',
    has_time: true,
    title: 'Coast shuttle',
    image: '',
    pickup_location: 'Dock',
    time_zone: 'America/Guatemala',
    drivers: ['Mario Tiul'],
    bookings: 1,
    passengers: 2,
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
  }) as TransportDeparture;

const draw = (changes: Partial<TransportDeparture>) =>
  renderApp(
    <TransportDepartureCard
      userId="me"
      departure={departure(changes)}
      state={undefined}
      onCancel={vi.fn()}
      onChanged={async () => undefined}
      canMessage={false}
    />,
  );

it('a closed day says so, beside who is booked all the same', () => {
  draw({ closed: true });
  expect(screen.getByRole('article')).toHaveTextContent(/Closed: no new bookings on this day.*2passengers/);
});

it('any other day does not', () => {
  draw({});
  expect(screen.queryByText(/^Closed/)).not.toBeInTheDocument();
});

it('says when it opens, above its passengers', async () => {
  const { user } = draw({
    check_in_from: '2126-11-24T16:00:00Z',
    no_show_from: '2126-11-24T19:00:00Z',
    arrival_until: '2126-11-25T18:00:00Z',
  });
  await user.click(screen.getByRole('button', { name: 'Show passengers' }));
  expect(await screen.findByText('Check-in opens on Sun, Nov 24, 2126, 10:00 AM')).toBeInTheDocument();
});
