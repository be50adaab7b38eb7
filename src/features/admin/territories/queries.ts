import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { AppError } from '@/lib/api/errors';
import { MAX_ROWS, readAll } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { assertVersion } from '@/lib/api/versions';
import { i18n } from '@/lib/i18n/i18n';
import { compareText } from '@/lib/i18n/intl';
import { localizeInner, type Untranslated } from '@/lib/i18n/listing-texts';
import { LOAD_FAILED } from '../queries';
import type { NewTerritory, TerritoryInput } from './schema';

export const adminTerritoryKeys = {
  // The key is below the key of the public lists, so that changes refetch those too.
  list: () => [...territoryKeys.all, 'admin', 'list'] as const,
  contents: (id: string) => [...territoryKeys.all, 'admin', 'contents', id] as const,
};

const COLUMNS =
  'id, name, description, language, translations, country, visible, currency_code, currency_symbol, time_zone, image_urls, video_urls, archived_at, updated_at' as const;
const FAILED = msg`Failed to load territories`;

async function page(after: string | null, signal: AbortSignal) {
  return run((db) => {
    const query = db.from('territories').select(COLUMNS).order('id').limit(MAX_ROWS).abortSignal(signal);
    return after === null ? query : query.gt('id', after);
  }, FAILED);
}

type Row = Awaited<ReturnType<typeof page>>[number];
/** A territory with its original texts, which the form edits. `shown` has the texts in the page's language. */
export type AdminTerritory = Row & {
  shown: { name: string; description: string; untranslated?: Untranslated<'name' | 'description'> };
};

const shownTexts = ({ name, description, language, translations }: Row) =>
  localizeInner({ name, description, language, translations }, ['name', 'description']);

async function getTerritories(signal: AbortSignal): Promise<AdminTerritory[]> {
  const all = await readAll((after) => page(after, signal));
  return all.map((row) => ({ ...row, shown: shownTexts(row) })).sort((a, b) => compareText(a.shown.name, b.shown.name));
}

/** Returns every territory by name, including hidden and archived ones. */
export const adminTerritoriesQuery = () =>
  queryOptions({ queryKey: adminTerritoryKeys.list(), queryFn: ({ signal }) => getTerritories(signal) });

export async function setTerritoryVisible({ id, visible }: { id: string; visible: boolean }): Promise<void> {
  const failed = msg`Failed to update visibility`;
  const rows = await run((db) => db.from('territories').update({ visible }).eq('id', id).select('id'), failed);
  if (rows.length === 0) throw new AppError('not_found', i18n._(failed));
}

const SAVE_FAILED = msg`Failed to save territory`;

/**
 * Saves a territory. `expectedVersion` is the row's `updated_at` from when it was read, so that later changes
 * aren't overwritten.
 */
export async function updateTerritory(
  id: string,
  expectedVersion: string,
  input: TerritoryInput,
  key: string,
): Promise<void> {
  const rows = await run(
    (db) => db.from('territories').update(input).eq('id', id).eq('updated_at', expectedVersion).select('updated_at'),
    SAVE_FAILED,
    key,
  );
  assertVersion(rows);
}

/** Returns when the row last changed, or null if it no longer exists. */
export async function territoryVersion(id: string): Promise<string | null> {
  const row = await run((db) => db.from('territories').select('updated_at').eq('id', id).maybeSingle(), SAVE_FAILED);
  return row?.updated_at ?? null;
}

/** Adds a territory and invites its manager in one step. If the address is empty, no one is invited. */
export async function createTerritory(
  id: string,
  { manager_name, manager_email, ...territory }: NewTerritory,
  key: string,
): Promise<void> {
  await run(
    (db) =>
      db.rpc('add_territory', {
        p_id: id,
        p: territory,
        p_manager_email: manager_email,
        p_manager_name: manager_name,
      }),
    SAVE_FAILED,
    key,
  );
}

const contentsShape = z.object({
  experiences: z.number(),
  transports: z.number(),
  bookings: z.number(),
  people: z.number(),
  archived: z.boolean(),
});
export type TerritoryContents = z.infer<typeof contentsShape>;

/** Returns what is deleted with a territory. `archived` means that the territory is kept because it has sales. */
export const territoryContentsQuery = (id: string) =>
  queryOptions({
    queryKey: adminTerritoryKeys.contents(id),
    queryFn: async ({ signal }) =>
      readAnswer(
        contentsShape,
        await run((db) => db.rpc('territory_contents', { p_territory_id: id }).abortSignal(signal), LOAD_FAILED),
      ),
    staleTime: 0,
  });

export async function deleteTerritory(id: string): Promise<void> {
  await run((db) => db.rpc('delete_territory', { p_territory_id: id }), msg`Failed to delete territory`);
}
