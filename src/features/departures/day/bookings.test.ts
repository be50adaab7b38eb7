// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { byHotel, byName, companions, findBookings, hotels, mapLink, passengersOf } from './bookings';
import type { Booking } from './queries';

const guest = (
  id: string,
  full_name: string | null,
  hotel_name: string | null,
  num_people = 1,
  names: string[] = [],
) => ({
  id,
  full_name,
  walk_in: full_name === null,
  hotel_name,
  num_people,
  stop: null as number | null,
  passengers: names.map((name) => ({ name })),
});

const guests = [
  guest('1', 'Lucía Ferrer', 'Hacienda Tijax', 3, ['Lucía Ferrer', 'Pau Ferrer', 'Inés Roca']),
  guest('2', 'James Whitfield', null),
  guest('3', 'Anna Keller', 'Hotel Backpackers', 2),
  guest('4', 'Kofi Mensah', 'hacienda tijax ', 1),
];

describe('the pickups of a departure', () => {
  it('are the hotels by name, each once, with their people', () => {
    expect(hotels(guests)).toEqual([
      { name: 'Hacienda Tijax', people: 4, guests: ['Lucía Ferrer', 'Kofi Mensah'], minutes: null, at: null },
      { name: 'Hotel Backpackers', people: 2, guests: ['Anna Keller'], minutes: null, at: null },
    ]);
    expect(hotels(guests.toReversed()).map(({ name }) => name)).toEqual(['hacienda tijax', 'Hotel Backpackers']);
    expect(hotels([])).toEqual([]);
  });

  it('follow the pickup order, if set', () => {
    const stops: Record<string, number> = { '3': 1, '1': 2, '4': 2 };
    const said = guests.map((one) => ({ ...one, stop: stops[one.id] ?? null }));
    expect(hotels(said).map(({ name }) => name)).toEqual(['Hotel Backpackers', 'Hacienda Tijax']);
    expect(byHotel(said).map(({ id }) => id)).toEqual(['3', '4', '1', '2']);
  });

  it('order the passengers, with those without a hotel last', () => {
    expect(byHotel(guests).map(({ id }) => id)).toEqual(['4', '1', '3', '2']);
  });

  it('keep people of one hotel in the order of their names, however it is written', () => {
    const names = ['Zoe', 'Ana', null, 'Mia'];
    const hotel = ['Tijax', 'TIJAX', 'tijax', 'Tijax'];
    const staying = names.map((name, at) => guest(String(at), name, hotel[at] ?? null));
    expect(byHotel(staying).map(({ full_name }) => full_name)).toEqual(['Ana', 'Mia', null, 'Zoe']);
    expect(byHotel(staying.toReversed()).map(({ full_name }) => full_name)).toEqual(['Ana', 'Mia', null, 'Zoe']);
  });
});

it('sorts the guests of a guide by name, and one of the dock without a name by the label that the list shows', () => {
  expect(byName(guests).map(({ id }) => id)).toEqual(['3', '2', '4', '1']);
  const all = [guest('9', 'Zoe', null), guest('8', null, null), guest('7', 'Ana', null)];
  expect(byName(all).map(({ id }) => id)).toEqual(['7', '8', '9']);
});

it.each([
  ['https://maps.example/dock', 'https://maps.example/dock'],
  ['javascript:alert(1)', 'https://www.google.com/maps/search/?api=1&query=Bruno%27s%20%26%20Co%2C%20R%C3%ADo%20Dulce'],
  [null, 'https://www.google.com/maps/search/?api=1&query=Bruno%27s%20%26%20Co%2C%20R%C3%ADo%20Dulce'],
])('opens %s on a map', (link, address) => {
  expect(mapLink("Bruno's & Co", 'Río Dulce', link).replaceAll("'", '%27')).toBe(address);
});

it('finds a guest of the dock without a name by the label that the list shows', () => {
  const found = findBookings([guest('1', 'Ana', null), guest('2', null, null)], 'walk');
  expect(found.map(({ id }) => id)).toEqual(['2']);
});

it('finds a booking by the booker, a fellow passenger or the hotel, without accents', () => {
  expect(findBookings(guests, 'ines').map(({ id }) => id)).toEqual(['1']);
  expect(findBookings(guests, 'TIJAX').map(({ id }) => id)).toEqual(['1', '4']);
  expect(findBookings(guests, 'lucia').map(({ id }) => id)).toEqual(['1']);
  expect(findBookings(guests, ' ')).toHaveLength(4);
  expect(findBookings(guests, 'nobody')).toEqual([]);
});

describe('fellow passengers', () => {
  it('are all people named in the booking except the booker', () => {
    const { full_name } = guests[0] as { full_name: string };
    const passengers = ['Lucía Ferrer', 'Pau Ferrer', 'Lucía Ferrer', '', null].map((name) => ({ name }));
    expect(companions({ full_name, passengers })).toEqual(['Pau Ferrer', 'Lucía Ferrer']);
    expect(companions({ full_name, passengers: [] })).toEqual([]);
  });

  it('are found despite blanks around a name, or a booker who is none of them', () => {
    const passengers = [{ name: ' Lucía Ferrer' }, { name: 'Pau Ferrer ' }];
    expect(companions({ full_name: 'Lucía Ferrer ', passengers })).toEqual(['Pau Ferrer']);
    expect(companions({ full_name: 'Ana', passengers })).toEqual(['Lucía Ferrer', 'Pau Ferrer']);
  });

  it('are all named people if the booker has no name', () => {
    expect(companions({ full_name: null, passengers: [{ name: 'Pau Ferrer' }, { name: null }] })).toEqual([
      'Pau Ferrer',
    ]);
  });

  it("are all named people but one who has the booker's name, with spaces around it or not", () => {
    const named = [{ name: 'Pau Ferrer ' }, { name: 'Inés' }];
    expect(companions({ full_name: ' Pau Ferrer', passengers: named })).toEqual(['Inés']);
  });

  it('default to the booker if a booking names nobody', () => {
    const booker = {
      full_name: 'Ana',
      walk_in: false,
      email: 'ana@test',
      whatsapp_number: '+502',
      country: 'GT',
      speaks_spanish: true,
    };
    const named = [{ name: 'Pau' }, { name: 'Inés' }];
    const of = (passengers: unknown[]) => passengersOf({ ...booker, passengers } as unknown as Booking);
    expect(of(named)).toEqual(named);
    const shared = { email: 'ana@test', whatsapp: '+502' };
    expect(
      of([
        { name: 'Ana', ...shared },
        { name: 'Pau', ...shared },
        { name: 'Inés', email: 'ines@test', whatsapp: ' +502 ' },
      ]),
    ).toEqual([
      { name: 'Ana', ...shared },
      { name: 'Pau', email: null, whatsapp: null },
      { name: 'Inés', email: 'ines@test', whatsapp: null },
    ]);
    const without = [
      { name: 'Ana', email: null, whatsapp: ' ' },
      { name: 'Pau', email: ' ', whatsapp: null },
      { name: 'Inés', email: ' ', whatsapp: ' ' },
    ];
    expect(of(without)).toEqual(without);
    expect(of([])).toEqual([{ name: 'Ana', email: 'ana@test', whatsapp: '+502', country: 'GT', speaks_spanish: true }]);
  });
});
