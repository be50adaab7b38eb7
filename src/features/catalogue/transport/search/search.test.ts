// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { calendarDate } from '@/lib/format/dates';
import { filterCodec } from '../filters';
import { placesOf, readAsk, readSort, withinOf, withPlace, writeAsk } from './ask';
import { filterJourneys, otherDays, sortJourneys } from './journeys';
import type { Journey } from './search-transport';

const tomorrow = calendarDate(undefined, 1);
const later = calendarDate(undefined, 9);
const read = (query: string, home: string | null = null) => readAsk(new URLSearchParams(query), home);

describe('the search in the address', () => {
  it('exists with a day or a destination, by default for tomorrow and one person', () => {
    expect(read('region=rio&type=boat')).toBeNull();
    expect(read('to=peten')).toEqual({ from: '', to: 'peten', date: tomorrow, people: 1 });
    expect(read(`region=rio&date=${later}&people=4`)).toEqual({ from: 'rio', to: '', date: later, people: 4 });
    expect(read(`region=rio&date=${later}`, 'antigua')?.from).toBe('antigua');
  });
  it('ignores a past or invalid day', () => {
    for (const date of ['2020-01-01', '2026-02-31', 'soon', '9999-01-01']) {
      expect(read(`date=${date}`)).toBeNull();
      expect(read(`to=peten&date=${date}&people=-2`)).toMatchObject({ date: tomorrow, people: 1 });
    }
  });
  it("keeps filters, order and a partner's code for the next search", () => {
    const ask = { from: 'peten', to: '', date: later, people: 2 };
    const next = writeAsk(new URLSearchParams('ref=A1&type=boat&region=rio&to=peten&sort=price'), ask);
    expect(next.toString()).toBe(`ref=A1&type=boat&region=peten&sort=price&date=${later}&people=2`);
    expect(readAsk(next)).toEqual(ask);
    expect(readSort(next)).toBe('price');
    expect(readSort(new URLSearchParams('sort=luck'))).toBe('departure');
  });
});

describe('places', () => {
  const rio = { id: 'rio', name: 'Río Dulce' };
  const peten = { id: 'peten', name: 'Petén' };
  const { from, to } = placesOf(
    [
      { territory: rio, destination: 'Flores', destination_key: 'Flores', destination_region: peten },
      {
        territory: rio,
        destination: 'Anywhere on the river',
        destination_key: 'En todo el río',
        destination_region: null,
      },
      { territory: rio, destination: null, destination_key: null, destination_region: null },
    ],
    [{ id: 'antigua', name: 'Antigua' }],
  );
  it('are territories as origins, and territories and other places as destinations', () => {
    expect(from.map(({ id }) => id)).toEqual(['antigua', 'rio']);
    expect(to.map(({ name }) => name)).toEqual(['Anywhere on the river', 'Petén']);
    // URLs use the original names in every language.
    expect(to.map(({ id }) => id)).toEqual(['En todo el río', 'peten']);
  });
  it('include a requested place even if nothing leaves from it', () => {
    expect(withPlace(from, 'peten', to).at(-1)).toEqual(peten);
    expect(withPlace(from, 'Atlantis', to).at(-1)).toEqual({ id: 'Atlantis', name: 'Atlantis' });
    expect(withPlace(from, '', to)).toBe(from);
  });
});

it('finds the territories from which something leads from one place to another', () => {
  const offer = (from: string, to: string | null) => ({
    territory: { id: from, name: from },
    destination: 'Dock',
    destination_key: 'Dock',
    destination_region: to ? { id: to, name: to } : null,
  });
  expect([...withinOf([offer('rio', 'peten'), offer('antigua', 'antigua'), offer('rio', null)])]).toEqual(['antigua']);
});

const journey = (title: string, changes: Partial<Journey> = {}): Journey => ({
  departs: '08:00:00',
  arrives: '12:00:00',
  days_later: 0,
  minutes: 240,
  seats: 5,
  offer: 'shared',
  shared_price: 200,
  private_price: null,
  total: 400,
  symbol: 'Q',
  least_people: 1,
  most_people: 8,
  rating_average: null,
  rating_count: 0,
  legs: [
    {
      transport_id: title,
      slot_id: title,
      title,
      type: 'shuttle',
      from: 'Dock',
      to: null,
      titles: {},
      froms: {},
      tos: {},
      departs: null,
      arrives: null,
    },
  ],
  ...changes,
});
const titles = (all: readonly Journey[]) => all.map(({ legs }) => legs[0]?.title);

describe('journeys', () => {
  const all = [
    journey('car', {
      departs: null,
      minutes: null,
      offer: 'private',
      shared_price: null,
      private_price: 950,
      total: 950,
    }),
    journey('noon', { departs: '12:00:00', minutes: 100, total: 620 }),
    journey('full', { departs: '07:00:00', offer: null, total: null, seats: 0, minutes: 30 }),
    journey('early', { departs: '06:00:00', minutes: 230 }),
  ];
  it('are sorted by time, price or duration, with those without a time and full ones last', () => {
    expect(titles(sortJourneys(all, 'departure'))).toEqual(['early', 'full', 'noon', 'car']);
    expect(titles(sortJourneys(all, 'price'))).toEqual(['early', 'noon', 'car', 'full']);
    expect(titles(sortJourneys(all, 'duration'))).toEqual(['noon', 'early', 'car', 'full']);
  });
  it('are filtered like the list', () => {
    const filter = (changes: object) => titles(filterJourneys(all, { ...filterCodec.none, ...changes }));
    expect(filter({ available: true })).toEqual(['car', 'noon', 'early']);
    expect(filter({ min: 900 })).toEqual(['car']);
    expect(filter({ types: ['boat'] })).toEqual([]);
  });
});

it('finds the nearest days that have one, in their order', () => {
  const day = (n: number, journeys: number) => ({ date: `2026-11-${n}`, journeys, price: 90 });
  const days = [day(19, 2), day(22, 0), day(24, 1), day(25, 3), day(26, 1), day(29, 1)];
  expect(otherDays(days, '2026-11-25').map(({ date }) => date.slice(-2))).toEqual(['24', '26', '29']);
});
