import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';

export const territoryKeys = {
  all: ['territories'] as const,
  list: () => [...territoryKeys.all, 'list'] as const,
  names: () => [...territoryKeys.all, 'names'] as const,
  others: (count: number) => [...territoryKeys.all, 'others', count] as const,
  one: (id: string) => [...territoryKeys.all, id] as const,
};

const CARD_COLUMNS = 'id, name, summary, description, country, featured, image_urls';
const COLUMNS =
  'id, name, summary, description, country, visible, currency_code, currency_symbol, image_urls, video_urls, meeting_point, meeting_point_link' as const;

async function getTerritories(signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('territories')
        .select(CARD_COLUMNS)
        .eq('visible', true)
        .order('featured', { ascending: false })
        .order('name')
        .abortSignal(signal),
    msg`Failed to load regions. Please try again later.`,
  );
}

export type TerritoryCardData = Awaited<ReturnType<typeof getTerritories>>[number];

/** All territories that can be visited, the featured one first. There are few of them, and they change rarely. */
export const territoriesQuery = () =>
  queryOptions({ queryKey: territoryKeys.list(), queryFn: ({ signal }) => getTerritories(signal), staleTime: 300_000 });

/** The names of all territories, for a list to choose from. */
export const territoryNamesQuery = () =>
  queryOptions({
    queryKey: territoryKeys.names(),
    queryFn: ({ signal }) =>
      run(
        (db) => db.from('territories').select('id, name').eq('visible', true).order('name').abortSignal(signal),
        msg`Failed to load regions. Please try again later.`,
      ),
    staleTime: 300_000,
  });

async function getOthers(count: number, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('territories')
        .select('id, name, summary, image_urls')
        .eq('visible', true)
        .eq('featured', false)
        .order('name')
        .limit(count)
        .abortSignal(signal),
    msg`Failed to load regions. Please try again later.`,
  );
}

export type OtherTerritory = Awaited<ReturnType<typeof getOthers>>[number];

/** The first territories beside the featured one: no more than the home page shows, however many there are. */
export const otherTerritoriesQuery = (count: number) =>
  queryOptions({
    queryKey: territoryKeys.others(count),
    queryFn: ({ signal }) => getOthers(count, signal),
    staleTime: 300_000,
  });

async function getTerritory(id: string, signal: AbortSignal) {
  return run(
    (db) => db.from('territories').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
    msg`Failed to load data`,
  );
}

export type Territory = NonNullable<Awaited<ReturnType<typeof getTerritory>>>;

/** One territory; null where there is none to see. */
export const territoryQuery = (id: string) =>
  queryOptions({
    queryKey: territoryKeys.one(id),
    queryFn: ({ signal }) => getTerritory(id, signal),
    staleTime: 300_000,
  });
