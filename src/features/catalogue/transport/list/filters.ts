import {
  fitPriceRange,
  inPriceRange,
  limitsPrice,
  type PriceRange,
  readPriceRange,
  writePriceRange,
} from '@/lib/format/price-range';
import type { FilterCodec } from '@/lib/routing/use-url-filters';

/** What a visitor chose. No region is all of them, and so is no type. */
export interface Filters extends PriceRange {
  region: string;
  types: string[];
  available: boolean;
}

export const NO_FILTERS: Filters = { region: '', types: [], min: 0, max: null, available: false };

const MAX_TEXT = 100;
const MAX_TYPES = 20;

/** Reads an address; what makes no sense in it counts as not there. */
export function parseFilters(params: URLSearchParams): Filters {
  const types = params.getAll('type').map((type) => type.trim().slice(0, MAX_TEXT));
  return {
    region: (params.get('region') ?? '').trim().slice(0, MAX_TEXT),
    types: [...new Set(types.filter(Boolean))].slice(0, MAX_TYPES),
    ...readPriceRange(params),
    available: params.get('available') === '1',
  };
}

/** The same address with these filters; what else stands in it, such as `ref`, stays. */
export function writeFilters(before: URLSearchParams, filters: Filters): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of ['region', 'type', 'available']) params.delete(name);
  if (filters.region) params.set('region', filters.region);
  for (const type of filters.types) params.append('type', type);
  writePriceRange(params, filters);
  if (filters.available) params.set('available', '1');
  return params;
}

export const filterCodec: FilterCodec<Filters> = { none: NO_FILTERS, parse: parseFilters, write: writeFilters };

/** How many filters are on. */
export const countFilters = (filters: Filters): number =>
  (filters.region ? 1 : 0) + filters.types.length + (limitsPrice(filters) ? 1 : 0) + (filters.available ? 1 : 0);

export interface Filterable {
  territory_id: string;
  type: { id: string } | null;
  shared_price: number | null;
  private_price: number | null;
  available_spots: number;
}

const pricesOf = ({ shared_price, private_price }: Filterable): number[] =>
  [shared_price, private_price].filter((price) => price !== null);

/** The slider's right end: the highest shared or private price, in whole units; 0 where there is nothing to buy. */
export const highestPrice = (all: readonly Filterable[]): number => Math.ceil(Math.max(0, ...all.flatMap(pricesOf)));

export interface Choices {
  regions: readonly { id: string }[];
  types: readonly { id: string }[];
  maxPrice: number;
}

/** A shared or old link may name a region, a type or a price that there is no more: it then filters nothing. */
export function fitFilters(filters: Filters, { regions, types, maxPrice }: Choices): Filters {
  return {
    ...filters,
    ...fitPriceRange(filters, maxPrice),
    region: regions.some(({ id }) => id === filters.region) ? filters.region : '',
    types: filters.types.filter((type) => types.some(({ id }) => id === type)),
  };
}

/** The services that pass, in the order in which they came. A price fits if the shared or the private one does. */
export function filterTransports<T extends Filterable>(all: readonly T[], filters: Filters): T[] {
  return all.filter(
    (transport) =>
      (!filters.region || transport.territory_id === filters.region) &&
      (filters.types.length === 0 || filters.types.includes(transport.type?.id ?? '')) &&
      pricesOf(transport).some((price) => inPriceRange(price, filters)) &&
      (!filters.available || transport.available_spots > 0),
  );
}
