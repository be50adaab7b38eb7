import { describe, expect, it } from 'vitest';
import { byHotel, companions, findBookings, hotels, mapLink } from './pickups';

const guest = (
  id: string,
  full_name: string | null,
  hotel_name: string | null,
  num_people = 1,
  names: string[] = [],
) => ({
  id,
  full_name,
  hotel_name,
  num_people,
  passengers: names.map((name) => ({ name })),
});

const guests = [
  guest('1', 'Lucía Ferrer', 'Hacienda Tijax', 3, ['Lucía Ferrer', 'Pau Ferrer', 'Inés Roca']),
  guest('2', 'James Whitfield', null),
  guest('3', 'Anna Keller', 'Hotel Backpackers', 2),
  guest('4', 'Kofi Mensah', 'hacienda tijax ', 1),
];

describe('the pickups of a run', () => {
  it('are the hotels by name, each once, with their people', () => {
    expect(hotels(guests)).toEqual([
      { name: 'Hacienda Tijax', people: 4 },
      { name: 'Hotel Backpackers', people: 2 },
    ]);
    expect(hotels([])).toEqual([]);
  });

  it('order the passengers; who named no hotel comes last', () => {
    expect(byHotel(guests).map(({ id }) => id)).toEqual(['4', '1', '3', '2']);
  });
});

it.each([
  ['https://maps.example/dock', 'https://maps.example/dock'],
  ['javascript:alert(1)', 'https://www.google.com/maps/search/?api=1&query=Bruno%27s%20%26%20Co%2C%20R%C3%ADo%20Dulce'],
  [null, 'https://www.google.com/maps/search/?api=1&query=Bruno%27s%20%26%20Co%2C%20R%C3%ADo%20Dulce'],
])('opens %s on a map', (link, address) => {
  expect(mapLink("Bruno's & Co", 'Río Dulce', link).replaceAll("'", '%27')).toBe(address);
});

it('finds a booking by the booker, a fellow passenger or the hotel, without accents', () => {
  expect(findBookings(guests, 'ines').map(({ id }) => id)).toEqual(['1']);
  expect(findBookings(guests, 'TIJAX').map(({ id }) => id)).toEqual(['1', '4']);
  expect(findBookings(guests, ' ')).toHaveLength(4);
});

describe('who comes along', () => {
  it('is everybody that the booking names, but its booker', () => {
    const { full_name } = guests[0] as { full_name: string };
    const passengers = ['Lucía Ferrer', 'Pau Ferrer', 'Lucía Ferrer', '', null].map((name) => ({ name }));
    expect(companions({ full_name, passengers })).toEqual(['Pau Ferrer', 'Lucía Ferrer']);
    expect(companions({ full_name, passengers: [] })).toEqual([]);
  });
});
