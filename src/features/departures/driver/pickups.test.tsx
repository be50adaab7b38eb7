import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { Pickups } from './Pickups';

const departure = (people: number) => ({
  title: 'Public Lancha',
  has_time: true,
  service_date: '2026-11-22',
  start_time: '09:30',
  people,
  place: 'Municipal Dock',
  directions: 'Left of the fuel pier.',
  place_link: '',
  territory_name: 'Río Dulce',
});

const booking = (id: string, hotel_name: string, num_people: number) => ({
  id,
  full_name: 'Anna',
  walk_in: false,
  hotel_name,
  num_people,
  stop: 0,
});

const shown = () =>
  within(screen.getByRole('region', { name: /^Pickups: Public Lancha/ }))
    .getAllByRole('listitem')
    .map((stop) => [...stop.querySelectorAll('p')].map((line) => line.textContent));

it('adds the stops up to all passengers, and ends at the common destination', () => {
  renderApp(
    <Pickups
      departure={departure(5)}
      bookings={[booking('1', 'Tortugal', 2), booking('2', 'Hacienda Tijax', 1), booking('3', '', 2)]}
    />,
  );
  expect(screen.getByRole('heading', { name: 'Pickups: 5 passengers in all' })).toBeVisible();
  expect(shown()).toEqual([
    ['Hacienda Tijax', 'Pick up 1 passenger', 'Anna'],
    ['Tortugal', 'Pick up 2 passengers', 'Anna'],
    ['Municipal Dock', '9:30 AM, Pick up 2 passengers. Left of the fuel pier.'],
  ]);
});

it('shows the clock time of each stop that has one, and its day if that is the day before', () => {
  const at = (pickup_at: string) => ({ pickup_minutes: 20, pickup_at });
  renderApp(
    <Pickups
      departure={departure(3)}
      bookings={[
        { ...booking('1', 'Tortugal', 2), ...at('2026-11-22T09:10:00') },
        { ...booking('2', 'Tijax', 1), full_name: 'Luis', stop: 1, ...at('2026-11-21T23:50:00') },
      ]}
    />,
  );
  expect(shown().slice(0, 2)).toEqual([
    ['Tortugal', '9:10 AM, Pick up 2 passengers', 'Anna'],
    ['Tijax', '11:50 PM, Sat, Nov 21, Pick up 1 passenger', 'Luis'],
  ]);
});

it('shows where nobody waits any longer', () => {
  renderApp(<Pickups departure={departure(3)} bookings={[booking('1', 'Tortugal', 3)]} />);
  expect(shown().at(-1)).toEqual(['Municipal Dock', '9:30 AM, no one to pick up. Left of the fuel pier.']);
});
