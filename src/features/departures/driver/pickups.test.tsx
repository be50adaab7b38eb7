import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { Pickups } from './Pickups';

const departure = (people: number) => ({
  title: 'Public Lancha',
  has_time: true,
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
    ['Hacienda Tijax', 'Pick up 1 passenger'],
    ['Tortugal', 'Pick up 2 passengers'],
    ['Municipal Dock', '9:30 AM, Pick up 2 passengers. Left of the fuel pier.'],
  ]);
});

it('shows where nobody waits any longer', () => {
  renderApp(<Pickups departure={departure(3)} bookings={[booking('1', 'Tortugal', 3)]} />);
  expect(shown().at(-1)).toEqual(['Municipal Dock', '9:30 AM, no one to pick up. Left of the fuel pier.']);
});
