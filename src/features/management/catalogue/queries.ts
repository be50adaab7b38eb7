import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { everyMemberQuery } from '@/features/management/team/queries';
import { run } from '@/lib/api/run';
import { currencyExponent } from '@/lib/format/money';

const FAILED = msg`Failed to load data. Please try again later.`;

export const catalogueKeys = {
  all: ['catalogue'] as const,
  region: (territoryId: string) => [...catalogueKeys.all, 'region', territoryId] as const,
  tags: (territoryId: string) => [...catalogueKeys.all, 'tags', territoryId] as const,
};

/** The region whose offer is edited: its money and its clocks. */
export const territoryCurrencyQuery = (territoryId: string) =>
  queryOptions({
    queryKey: catalogueKeys.region(territoryId),
    queryFn: ({ signal }) =>
      run(
        (db) =>
          db
            .from('territories')
            .select('id, name, currency_code, currency_symbol, time_zone')
            .eq('id', territoryId)
            .abortSignal(signal)
            .maybeSingle(),
        FAILED,
      ),
    staleTime: 60_000,
  });

/** In what a region sells: the sign before a price, and how many digits a price has after its point. */
export interface Currency {
  symbol: string;
  digits: number;
}

export const currencyOf = (
  region: { currency_symbol: string; currency_code: string } | null | undefined,
): Currency => ({
  symbol: region?.currency_symbol ?? 'Q',
  digits: currencyExponent(region?.currency_code ?? 'GTQ'),
});

/** Who guides in the region now, by name: whoever holds the role there, whatever region their profile shows. */
export const guidesQuery = (territoryId: string) => everyMemberQuery(territoryId, 'tour_guide');

export const tagsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: catalogueKeys.tags(territoryId),
    queryFn: ({ signal }) =>
      run(
        (db) =>
          db
            .from('territory_tags')
            .select('id, name')
            .eq('territory_id', territoryId)
            .order('name')
            .abortSignal(signal),
        FAILED,
      ),
    staleTime: 0,
  });
