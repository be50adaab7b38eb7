import {
  countServiceFilters,
  fitServiceFilters,
  readNames,
  readText,
  type ServiceFilters,
  serviceFilters,
} from '@/features/catalogue/service/filters';
import { inPriceRange } from '@/lib/format/price-range';

interface OwnFilters {
  territory: string;
  types: string[];
}

/** Without a territory or type, all match. */
export type Filters = OwnFilters & ServiceFilters;

export const filterCodec = serviceFilters<OwnFilters>({
  none: { territory: '', types: [] },
  parse: (params) => ({ territory: readText(params, 'region').trim(), types: readNames(params, 'type') }),
  print: ({ territory, types }) => ({ region: territory, type: types }),
});

export const countFilters = (filters: Filters): number =>
  (filters.territory ? 1 : 0) + filters.types.length + countServiceFilters(filters);

export interface Filterable {
  territory_id: string;
  type: { id: string } | null;
  shared_price: number | null;
  private_price: number | null;
  available_spots: number;
}

const pricesOf = ({ shared_price, private_price }: Filterable): number[] =>
  [shared_price, private_price].filter((price) => price !== null);

/**
 * Returns the right end of the slider, which is the highest shared or private price in whole units, or 0 without
 * any.
 */
export const highestPrice = (all: readonly Filterable[]): number => Math.ceil(Math.max(0, ...all.flatMap(pricesOf)));

export interface Choices {
  territories: readonly { id: string }[];
  types: readonly { id: string }[];
  maxPrice: number;
}

/**
 * Removes a territory, type or price that no longer exists, which a shared or old link may contain, so that it
 * filters nothing.
 */
export function fitFilters(filters: Filters, { territories, types, maxPrice }: Choices): Filters {
  return {
    ...fitServiceFilters(filters, maxPrice),
    territory: territories.some(({ id }) => id === filters.territory) ? filters.territory : '',
    types: filters.types.filter((type) => types.some(({ id }) => id === type)),
  };
}

/** Returns the matching services in their order. The shared or the private price has to match. */
export function filterTransports<T extends Filterable>(all: readonly T[], filters: Filters): T[] {
  return all.filter(
    (transport) =>
      (!filters.territory || transport.territory_id === filters.territory) &&
      (filters.types.length === 0 || filters.types.includes(transport.type?.id ?? '')) &&
      pricesOf(transport).some((price) => inPriceRange(price, filters)) &&
      (!filters.available || transport.available_spots > 0),
  );
}
