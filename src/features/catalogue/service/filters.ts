import { fitPriceRange, limitsPrice, type PriceRange, readPriceRange, writePriceRange } from '@/lib/format/price-range';
import type { FilterCodec } from '@/lib/routing/use-url-filters';

/** What visitors filter every list of services by. */
export interface ServiceFilters extends PriceRange {
  available: boolean;
}

const MAX_TEXT = 100;
const MAX_NAMES = 20;

/** A text of an address, no longer than any that is meant. */
export const readText = (params: URLSearchParams, name: string): string => (params.get(name) ?? '').slice(0, MAX_TEXT);

/** All values of a parameter, each once. */
export function readNames(params: URLSearchParams, name: string): string[] {
  const names = params.getAll(name).map((value) => value.trim().slice(0, MAX_TEXT));
  return [...new Set(names.filter(Boolean))].slice(0, MAX_NAMES);
}

interface OwnFilters<Own> {
  none: Own;
  /** What makes no sense in an address counts as not there. */
  parse: (params: URLSearchParams) => Own;
  /** By the names of their parameters. */
  print: (filters: Own) => Record<string, string | readonly string[]>;
}

/** How the filters of a list stand in its address: those that every list of services has, and some of its own. */
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

/** How many of them are on. */
export const countServiceFilters = (filters: ServiceFilters): number =>
  (limitsPrice(filters) ? 1 : 0) + (filters.available ? 1 : 0);

/** The same filters with a price that is still on sale. */
export const fitServiceFilters = <F extends ServiceFilters>(filters: F, maxPrice: number): F => ({
  ...filters,
  ...fitPriceRange(filters, maxPrice),
});
