import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/lib/api/delete-row';
import { isDuplicate } from '@/lib/api/errors';
import type { Nullable } from '@/lib/api/nullable';
import { MAX_ROWS, pagedQuery, pageOf, readAll } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { assertVersion } from '@/lib/api/versions';
import { i18n } from '@/lib/i18n/i18n';
import { compareText } from '@/lib/i18n/intl';
import { innerTextColumns, localizeInner } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';
import { FieldError } from '@/ui/form/form-problems';
import { catalogueKeys } from '../../catalogue/queries';
import type { TranslatedColumns } from '../../catalogue/translations';

export const pickupKeys = {
  all: [...catalogueKeys.all, 'pickup'] as const,
  list: (territoryId: string, q: string) => [...pickupKeys.all, 'list', territoryId, q] as const,
  names: (territoryId: string) => [...pickupKeys.all, 'names', territoryId] as const,
  one: (id: string) => [...pickupKeys.all, 'one', id] as const,
};

const FAILED = msg`Failed to load pickup locations`;
const PAGE_SIZE = 50;

type Row = Database['public']['Functions']['list_pickup_locations']['Returns'][number];
export type Pickup = Nullable<
  Pick<Row, 'id' | 'name' | 'directions' | 'map_link' | 'language' | 'translations' | 'updated_at'>,
  'directions' | 'map_link'
>;

/** A location in a select. */
export interface PickupName {
  id: string;
  /** The name in the page's language. */
  name: string;
  /** The name in the original language. */
  original: string;
}

type Cursor = Pick<Row, 'sort_name' | 'id'>;

async function listPage(territoryId: string, q: string, cursor: Cursor | null, signal: AbortSignal) {
  const search = q.trim() ? { p_search: q.trim() } : {};
  const after = cursor && { p_after_name: cursor.sort_name, p_after_id: cursor.id };
  const args = { p_territory_id: territoryId, ...search, ...after, p_limit: PAGE_SIZE };
  const rows = await run((db) => db.rpc('list_pickup_locations', args).abortSignal(signal), FAILED);
  return pageOf<Pickup & Cursor, Cursor>(rows, PAGE_SIZE, (last) => last);
}

export const pickupsQuery = (territoryId: string, q: string) => ({
  ...pagedQuery(pickupKeys.list(territoryId, q), (cursor: Cursor | null, signal) =>
    listPage(territoryId, q, cursor, signal),
  ),
  staleTime: 0,
});

/** Returns one location for editing, or null if it no longer exists. */
export const pickupQuery = (territoryId: string, id: string) =>
  queryOptions({
    queryKey: pickupKeys.one(id),
    queryFn: ({ signal }): Promise<Pickup | null> =>
      run(
        (db) =>
          db
            .from('pickup_locations')
            .select('id, name, directions, map_link, language, translations, updated_at')
            .eq('territory_id', territoryId)
            .eq('id', id)
            .abortSignal(signal)
            .maybeSingle(),
        FAILED,
      ),
    staleTime: 0,
  });

async function readNames(territoryId: string, signal: AbortSignal): Promise<PickupName[]> {
  const all = await readAll((after) =>
    run(
      (db) =>
        db
          .from('pickup_locations')
          .select(`id, name, ${innerTextColumns}`)
          .eq('territory_id', territoryId)
          .gt('id', after ?? '')
          .order('id')
          .limit(MAX_ROWS)
          .abortSignal(signal),
      FAILED,
    ),
  );
  return all
    .map((row) => ({ id: row.id, name: localizeInner(row, ['name']).name, original: row.name }))
    .sort((a, b) => compareText(a.name, b.name));
}

/** Returns all locations by name, for selects. */
export const pickupNamesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: pickupKeys.names(territoryId),
    queryFn: ({ signal }) => readNames(territoryId, signal),
    staleTime: 0,
  });

export interface PickupInput extends TranslatedColumns {
  name: string;
  directions: string | null;
  map_link: string | null;
}

const SAVE_FAILED = msg`Failed to save location`;

/**
 * Saves a location. `before` is the location from when the form was filled, or null for a new one, so that others'
 * changes aren't overwritten.
 */
export async function savePickup(
  territoryId: string,
  before: Pickup | null,
  input: PickupInput,
  key: string,
): Promise<void> {
  const rows = await run(
    (db) => {
      const table = db.from('pickup_locations');
      return before
        ? table.update(input).eq('id', before.id).eq('updated_at', before.updated_at).select('id')
        : table.insert({ ...input, territory_id: territoryId }).select('id');
    },
    SAVE_FAILED,
    key,
  ).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    throw new FieldError('name', i18n._(msg`A location with this name already exists in this territory`));
  });
  assertVersion(rows);
}

export async function deletePickup(id: string): Promise<void> {
  await deleteRow('pickup_locations', id, msg`Failed to delete location`);
}
