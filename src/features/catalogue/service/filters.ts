import { fitPriceRange, limitsPrice, type PriceRange, readPriceRange, writePriceRange } from '@/lib/format/price-range';

/** What visitors filter every list of services by. */
export interface ServiceFilters extends PriceRange {
  available: boolean;
}

export const NO_SERVICE_FILTERS: ServiceFilters = { min: 0, max: null, available: false };

const MAX_TEXT = 100;
const MAX_NAMES = 20;

/** A text of an address, no longer than any that is meant. */
export const readText = (params: URLSearchParams, name: string): string => (params.get(name) ?? '').slice(0, MAX_TEXT);

/** All values of a parameter, each once. */
export function readNames(params: URLSearchParams, name: string): string[] {
  const names = params.getAll(name).map((value) => value.trim().slice(0, MAX_TEXT));
  return [...new Set(names.filter(Boolean))].slice(0, MAX_NAMES);
}

/** Reads an address; what makes no sense in it counts as not there. */
export function readServiceFilters(params: URLSearchParams): ServiceFilters {
  return { ...readPriceRange(params), available: params.get('available') === '1' };
}

/** The same address with these filters and `own` ones; what else is in it, such as `ref`, stays. */
export function writeServiceFilters(
  before: URLSearchParams,
  filters: ServiceFilters,
  own: Record<string, string | readonly string[]>,
): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const name of [...Object.keys(own), 'available']) params.delete(name);
  for (const [name, values] of Object.entries(own)) {
    for (const value of [values].flat()) if (value) params.append(name, value);
  }
  writePriceRange(params, filters);
  if (filters.available) params.set('available', '1');
  return params;
}

/** How many of them are on. */
export const countServiceFilters = (filters: ServiceFilters): number =>
  (limitsPrice(filters) ? 1 : 0) + (filters.available ? 1 : 0);

/** The same filters with a price that is still on sale. */
export const fitServiceFilters = <F extends ServiceFilters>(filters: F, maxPrice: number): F => ({
  ...filters,
  ...fitPriceRange(filters, maxPrice),
});
