import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
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
    cancelled: 0,
    closed: false,
    ...changes,
  }) as TransportDeparture;

const draw = (changes: Partial<TransportDeparture>) =>
  renderApp(<TransportDepartureCard userId="me" departure={departure(changes)} canMessage={false} />);

it('a closed day says so, beside who is booked all the same', () => {
  draw({ closed: true });
  expect(screen.getByRole('article')).toHaveTextContent(/Closed: no new bookings on this day.*2passengers/);
});

it('any other day does not', () => {
  draw({});
  expect(screen.queryByText(/^Closed/)).not.toBeInTheDocument();
});
