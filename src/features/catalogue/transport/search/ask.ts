import { readText } from '@/features/catalogue/service/filters';
import { readTrip } from '@/features/catalogue/service/trip';
import { calendarDate } from '@/lib/format/dates';
import { compareText } from '@/lib/i18n/intl';

export const SORTS = ['departure', 'price', 'duration'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * A search with origin, destination and date. A place is a region's id or a name, and an empty one means anywhere.
 */
export interface Ask {
  from: string;
  to: string;
  date: string;
  people: number;
}

/** Returns the search in a URL, or null if the page should list services. `home` is the region whose page this is. */
export function readAsk(params: URLSearchParams, home: string | null = null): Ask | null {
  const { date, people } = readTrip(params);
  const to = readText(params, 'to').trim();
  if (date === null && to === '') return null;
  const from = home ?? readText(params, 'region').trim();
  return { from, to, date: date ?? calendarDate(undefined, 1), people: people ?? 1 };
}

export function readSort(params: URLSearchParams): Sort {
  const sort = params.get('sort');
  return SORTS.find((known) => known === sort) ?? 'departure';
}

/** Returns the same URL with another search. Filters and other parameters stay. */
export function writeAsk(before: URLSearchParams, { from, to, date, people }: Ask): URLSearchParams {
  const params = new URLSearchParams(before);
  const values = { region: from, to, date, people: String(people) };
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params;
}

export interface Place {
  id: string;
  name: string;
}

interface Offered {
  territory: Place | null;
  destination: string | null;
  /** The original text, which is the same in each language. */
  destination_key: string | null;
  destination_region: Place | null;
}

const byName = (a: Place, b: Place) => compareText(a.name, b.name);

/** Returns the possible origins and destinations: regions by id, and other places by name. */
export function placesOf(all: readonly Offered[], regions: readonly Place[]): { from: Place[]; to: Place[] } {
  const from = new Map<string, Place>();
  const to = new Map<string, Place>();
  for (const { territory, destination, destination_key: key, destination_region: region } of all) {
    if (territory) from.set(territory.id, territory);
    const place = region ?? (destination && key ? { id: key, name: destination } : null);
    if (place) to.set(place.id, place);
  }
  for (const region of regions) from.set(region.id, region);
  return { from: [...from.values()].sort(byName), to: [...to.values()].sort(byName) };
}

/** Returns the regions that have a service between two of their own places. */
export const withinOf = (all: readonly Offered[]): ReadonlySet<string> =>
  new Set(
    all.flatMap(({ territory, destination_region: region }) =>
      region && region.id === territory?.id ? [region.id] : [],
    ),
  );

/** Keeps a place from the URL among the options, even if it has no services. */
export const withPlace = (places: readonly Place[], id: string, others: readonly Place[]): readonly Place[] =>
  id === '' || places.some((place) => place.id === id)
    ? places
    : [...places, others.find((place) => place.id === id) ?? { id, name: id }];
