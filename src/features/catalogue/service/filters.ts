import { fitPriceRange, limitsPrice, type PriceRange, readPriceRange, writePriceRange } from '@/lib/format/price-range';
import type { FilterCodec } from '@/lib/routing/use-url-filters';

/** The filters that all lists of services share. */
export interface ServiceFilters extends PriceRange {
  available: boolean;
}

const MAX_TEXT = 100;
const MAX_NAMES = 20;

/** Returns a text from the URL, cut to a sensible length. */
export const readText = (params: URLSearchParams, name: string): string => (params.get(name) ?? '').slice(0, MAX_TEXT);

/** Returns the distinct values of a parameter. */
export function readNames(params: URLSearchParams, name: string): string[] {
  const names = params.getAll(name).map((value) => value.trim().slice(0, MAX_TEXT));
  return [...new Set(names.filter(Boolean))].slice(0, MAX_NAMES);
}

interface OwnFilters<Own> {
  none: Own;
  /** Reads the filters from the URL. Invalid values count as missing. */
  parse: (params: URLSearchParams) => Own;
  /** Returns the values by parameter name. */
  print: (filters: Own) => Record<string, string | readonly string[]>;
}

/** Describes how a list's filters are written in its URL, both the shared ones and its own. */
export function serviceFilters<Own extends object>(own: OwnFilters<Own>): FilterCodec<Own & ServiceFilters> {
  return {
    none: { ...own.none, min: 0, max: null, available: false },
    parse: (params) => ({
      ...own.parse(params),
      ...readPriceRange(params),
      available: params.get('available') === '1',
    }),
    write: (before, filters) => {
      const params = new URLSearchParams(before);
      const printed = Object.entries(own.print(filters));
      for (const name of [...printed.map(([name]) => name), 'available']) params.delete(name);
      for (const [name, values] of printed) {
        for (const value of [values].flat()) if (value) params.append(name, value);
      }
      writePriceRange(params, filters);
      if (filters.available) params.set('available', '1');
      return params;
    },
  };
}

export const countServiceFilters = (filters: ServiceFilters): number =>
  (limitsPrice(filters) ? 1 : 0) + (filters.available ? 1 : 0);

/** Returns the same filters with a price range that still exists. */
export const fitServiceFilters = <F extends ServiceFilters>(filters: F, maxPrice: number): F => ({
  ...filters,
  ...fitPriceRange(filters, maxPrice),
});
