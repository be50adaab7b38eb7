import { inPriceRange } from '@/lib/format/price-range';
import type { Filters } from '../filters';
import type { Sort } from './ask';
import type { Day, Journey } from './search-transport';

/** Returns the journeys that match the list's filters. The shared or the private price has to match. */
export const filterJourneys = (all: readonly Journey[], filters: Filters): Journey[] =>
  all.filter(
    ({ legs, shared_price, private_price, offer }) =>
      (filters.types.length === 0 || legs.every(({ type }) => filters.types.includes(type))) &&
      [shared_price, private_price].some((price) => price !== null && inPriceRange(price, filters)) &&
      (!filters.available || offer !== null),
  );

const LAST = Number.POSITIVE_INFINITY;
const ORDER: Record<Sort, (journey: Journey) => number> = {
  departure: () => 0,
  price: ({ total }) => total ?? LAST,
  duration: ({ minutes }) => minutes ?? LAST,
};

/** Sorts bookable journeys first, and both parts by the chosen order. Those without a time come last. */
export const sortJourneys = (all: readonly Journey[], sort: Sort): Journey[] =>
  [...all].sort(
    (a, b) =>
      (sort === 'departure' ? 0 : Number(a.offer === null) - Number(b.offer === null)) ||
      compare(ORDER[sort](a), ORDER[sort](b)) ||
      (a.departs ?? '99').localeCompare(b.departs ?? '99'),
  );

/** We can't subtract, because Infinity minus Infinity is NaN. */
const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

/** Returns the nearest other dates that have journeys. */
export const otherDays = (days: readonly Day[], date: string, count = 3): Day[] =>
  days
    .filter((day) => day.journeys > 0 && day.date !== date)
    .sort((a, b) => distance(a.date, date) - distance(b.date, date))
    .slice(0, count)
    .sort((a, b) => a.date.localeCompare(b.date));

const distance = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b));
