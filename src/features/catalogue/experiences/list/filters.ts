import { plainText } from '@/lib/format/plain-text';
import {
  fitPriceRange,
  inPriceRange,
  limitsPrice,
  type PriceRange,
  readPriceRange,
  writePriceRange,
} from '@/lib/format/price-range';
import type { FilterCodec } from '@/lib/routing/use-url-filters';

/** What a visitor chose. */
export interface Filters extends PriceRange {
  q: string;
  tags: string[];
  available: boolean;
}

export const NO_FILTERS: Filters = { q: '', tags: [], min: 0, max: null, available: false };

/** The slider's right end while nothing is known of the prices yet. */
export const DEFAULT_MAX_PRICE = 1000;

const MAX_TEXT = 100;
const MAX_TAGS = 20;
const OWN = ['q', 'tag', 'available'] as const;

/** Reads an address; what makes no sense in it counts as not there. */
export function parseFilters(params: URLSearchParams): Filters {
  const tags = params.getAll('tag').map((name) => name.trim().slice(0, MAX_TEXT));
  return {
    q: (params.get('q') ?? '').slice(0, MAX_TEXT),
    tags: [...new Set(tags.filter(Boolean))].slice(0, MAX_TAGS),
    ...readPriceRange(params),
    available: params.get('available') === '1',
  };
}

/** The same address with these filters; what else stands in it, such as `ref`, stays. */
export function writeFilters(before: URLSearchParams, filters: Filters): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of OWN) params.delete(name);
  const q = filters.q.trim();
  if (q) params.set('q', q);
  for (const tag of filters.tags) params.append('tag', tag);
  writePriceRange(params, filters);
  if (filters.available) params.set('available', '1');
  return params;
}

export const filterCodec: FilterCodec<Filters> = { none: NO_FILTERS, parse: parseFilters, write: writeFilters };

/** How many kinds of filter are on; the text is seen beside its box and is not counted. */
export function countFilters(filters: Filters): number {
  return filters.tags.length + (limitsPrice(filters) ? 1 : 0) + (filters.available ? 1 : 0);
}

export function isFiltered(filters: Filters): boolean {
  return filters.q.trim() !== '' || countFilters(filters) > 0;
}

export interface Filterable {
  title: string;
  description: string;
  duration: number;
  shared_price: number | null;
  private_price: number | null;
  tags: readonly { name: string }[];
}

/** What there is to choose from in a region: its tags by name, and the slider's right end. */
export interface Facets {
  tags: string[];
  maxPrice: number;
}

export function facetsOf(all: readonly Filterable[] | undefined): Facets {
  if (!all) return { tags: [], maxPrice: DEFAULT_MAX_PRICE };
  const names = new Set(all.flatMap((experience) => experience.tags.map((tag) => tag.name)));
  const highest = Math.max(0, ...all.map((experience) => experience.shared_price ?? 0));
  return {
    tags: [...names].sort((a, b) => a.localeCompare(b)),
    maxPrice: highest > 0 ? Math.ceil(highest) : DEFAULT_MAX_PRICE,
  };
}

/** A shared or old link may name a tag or a price that the region no longer has: it then filters nothing. */
export function fitFilters(filters: Filters, facets: Facets): Filters {
  return {
    ...filters,
    ...fitPriceRange(filters, facets.maxPrice),
    tags: filters.tags.filter((tag) => facets.tags.includes(tag)),
  };
}

/** The experiences that pass, in the order in which they came: featured first stays first. */
export function filterExperiences<T extends Filterable>(all: readonly T[], filters: Filters): T[] {
  const wanted = plainText(filters.q.trim());
  return all.filter((experience) => {
    // A private-only one has no price per person; its own price is the one that is on its card.
    const cost = experience.shared_price ?? experience.private_price ?? 0;
    return (
      plainText(`${experience.title}\n${experience.description}`).includes(wanted) &&
      filters.tags.every((tag) => experience.tags.some((own) => own.name === tag)) &&
      inPriceRange(cost, filters) &&
      (!filters.available || experience.duration > 0)
    );
  });
}
