import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { localize, textColumns } from '@/lib/i18n/listing-texts';

export const territoryKeys = {
  all: ['territories'] as const,
  list: () => [...territoryKeys.all, 'list'] as const,
  names: () => [...territoryKeys.all, 'names'] as const,
  others: (count: number) => [...territoryKeys.all, 'others', count] as const,
  one: (id: string) => [...territoryKeys.all, id] as const,
};

const cardColumns = () => `id, name, summary, description, country, featured, image_urls, ${textColumns()}` as const;
const columns = () =>
  `id, name, summary, description, ${textColumns()}, country, visible, currency_code, currency_symbol, time_zone, image_urls, video_urls, meeting_point, meeting_point_link` as const;

async function getTerritories(signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('territories')
        .select(cardColumns())
        .eq('visible', true)
        .order('featured', { ascending: false })
        .order('name')
        .abortSignal(signal),
    msg`Failed to load regions. Please try again later.`,
  );
  return rows.map((row) => localize(row, ['name', 'summary', 'description']));
}

export type TerritoryCardData = Awaited<ReturnType<typeof getTerritories>>[number];

export const territoriesQuery = () =>
  queryOptions({ queryKey: territoryKeys.list(), queryFn: ({ signal }) => getTerritories(signal), staleTime: 300_000 });

/**
 * Returns regions that match a text in any language by their own texts or their services' texts, best match first.
 */
export const regionSearchQuery = (text: string) =>
  queryOptions({
    queryKey: [...territoryKeys.all, 'search', text] as const,
    queryFn: async ({ signal }) => {
      const rows = await run(
        (db) => db.rpc('search_regions', { p_text: text }).abortSignal(signal),
        msg`Failed to load regions. Please try again later.`,
      );
      return rows.map((row) => row.territory_id);
    },
    staleTime: 60_000,
    enabled: text !== '',
  });

async function getNames(signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db.from('territories').select(`id, name, ${textColumns()}`).eq('visible', true).order('name').abortSignal(signal),
    msg`Failed to load regions. Please try again later.`,
  );
  return rows.map((row) => localize(row, ['name']));
}

/** Returns the names of all territories, for selects. */
export const territoryNamesQuery = () =>
  queryOptions({
    queryKey: territoryKeys.names(),
    queryFn: ({ signal }) => getNames(signal),
    staleTime: 300_000,
  });

async function getOthers(count: number, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('territories')
        .select(`id, name, summary, image_urls, ${textColumns()}`)
        .eq('visible', true)
        .eq('featured', false)
        .order('name')
        .limit(count)
        .abortSignal(signal),
    msg`Failed to load regions. Please try again later.`,
  );
  return rows.map((row) => localize(row, ['name', 'summary']));
}

export type OtherTerritory = Awaited<ReturnType<typeof getOthers>>[number];

/** Returns the first territories besides the featured one, as many as the home page shows. */
export const otherTerritoriesQuery = (count: number) =>
  queryOptions({
    queryKey: territoryKeys.others(count),
    queryFn: ({ signal }) => getOthers(count, signal),
    staleTime: 300_000,
  });

async function getTerritory(id: string, signal: AbortSignal) {
  const row = await run(
    (db) => db.from('territories').select(columns()).eq('id', id).abortSignal(signal).maybeSingle(),
    msg`Failed to load data`,
  );
  return row && localize(row, ['name', 'summary', 'description', 'meeting_point']);
}

export type Territory = NonNullable<Awaited<ReturnType<typeof getTerritory>>>;

export const territoryQuery = (id: string) =>
  queryOptions({
    queryKey: territoryKeys.one(id),
    queryFn: ({ signal }) => getTerritory(id, signal),
    staleTime: 300_000,
  });
