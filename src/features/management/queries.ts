import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { teamKeys } from '@/features/management/team/queries';
import { deleteRow } from '@/lib/api/delete-row';
import { AppError, isDuplicate } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { assertVersion } from '@/lib/api/versions';
import { i18n } from '@/lib/i18n/i18n';
import { FieldError } from '@/ui/form/form-problems';
import type { TranslatedColumns } from './catalogue/translations';

const FAILED = msg`Failed to load data. Please try again later.`;
const SAVE_FAILED = msg`Failed to save territory`;

const tagKeys = {
  list: (territoryId: string) => [...territoryKeys.all, 'managed', territoryId, 'tags'] as const,
};
export const managedTerritoryKey = (id: string) => [...territoryKeys.all, 'managed', id] as const;

/** The columns that each card of the settings edits. */
const PARTS =
  'name, description, meeting_point, meeting_point_link, language, translations, currency_code, time_zone, offer_hours, change_hours, image_urls, video_urls' as const;

async function getTerritory(id: string, signal: AbortSignal) {
  return run(
    (db) => db.from('territories').select(`id, ${PARTS}, updated_at`).eq('id', id).abortSignal(signal).maybeSingle(),
    FAILED,
  );
}
export type ManagedTerritory = NonNullable<Awaited<ReturnType<typeof getTerritory>>>;

export const managedTerritoryQuery = (id: string) =>
  queryOptions({ queryKey: managedTerritoryKey(id), queryFn: ({ signal }) => getTerritory(id, signal) });

const rulesShape = z.object({ manages: z.boolean(), has_sold: z.boolean() });
export type TerritoryRules = z.infer<typeof rulesShape>;

/**
 * Returns whether the reader may change more than texts and media, and whether there are sales, which fix the
 * currency and the time zone.
 */
export const territoryRulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...managedTerritoryKey(id), 'rules'],
    queryFn: async ({ signal }) =>
      readAnswer(
        rulesShape,
        await run((db) => db.rpc('territory_rules', { p_territory_id: id }).abortSignal(signal), FAILED),
      ),
    staleTime: 0,
  });

/** The columns of one settings card, as each card is edited separately. */
export type SettingsPart = Partial<Omit<ManagedTerritory, 'id' | 'updated_at'>>;

/**
 * Saves one card. `was` has the card's values from when the form was filled, so that others' changes aren't
 * overwritten and changes of other cards are no conflict. Null overwrites.
 */
export async function saveSettings(
  id: string,
  was: SettingsPart | null,
  part: SettingsPart,
  key: string,
): Promise<void> {
  const now = await run(
    (db) => db.from('territories').select(`${PARTS}, updated_at`).eq('id', id).maybeSingle(),
    SAVE_FAILED,
  );
  if (!now) throw new AppError('not_found', i18n._(SAVE_FAILED));
  const names = Object.keys(was ?? {}) as (keyof SettingsPart)[];
  const isUnchanged = names.every((name) => JSON.stringify(now[name]) === JSON.stringify(was?.[name]));
  assertVersion(isUnchanged ? [now] : []);
  const rows = await run(
    (db) => db.from('territories').update(part).eq('id', id).eq('updated_at', now.updated_at).select('updated_at'),
    SAVE_FAILED,
    key,
  );
  assertVersion(rows);
}

/** The row counts of the tabs, and the number of pickup locations. */
type TabCounts = Partial<Record<string, number>>;

const COUNTED = ['experiences', 'transport', 'pickups', 'guides', 'partners', 'requests'] as const;

async function getCounts(territoryId: string, signal: AbortSignal): Promise<TabCounts> {
  const answer = await run(
    (db) => db.rpc('territory_counts', { p_territory_id: territoryId }).abortSignal(signal),
    FAILED,
  );
  const counts: Record<string, unknown> = typeof answer === 'object' && !Array.isArray(answer) ? { ...answer } : {};
  return Object.fromEntries(
    COUNTED.flatMap((name) => (typeof counts[name] === 'number' ? [[name, counts[name]]] : [])),
  );
}

/**
 * The key is below the team's key, because people come and go there. Deleting a service refetches it too
 * (DeleteOffer).
 */
export const territoryCountsKey = [...teamKeys.all, 'counts'] as const;

export const territoryCountsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: [...territoryCountsKey, territoryId],
    queryFn: ({ signal }) => getCounts(territoryId, signal),
    staleTime: 0,
  });

async function getTags(territoryId: string, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('territory_tags')
        .select('id, name, language, translations, updated_at')
        .eq('territory_id', territoryId)
        .order('name')
        .limit(500)
        .abortSignal(signal),
    FAILED,
  );
}
export type Tag = Awaited<ReturnType<typeof getTags>>[number];

export const managedTagsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: tagKeys.list(territoryId),
    queryFn: ({ signal }) => getTags(territoryId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });

interface TagInput extends TranslatedColumns {
  name: string;
}

/**
 * Saves a tag. `before` is the tag from when the form was filled, or null for a new one, so that others' changes
 * aren't overwritten.
 */
export async function saveTag(territoryId: string, before: Tag | null, input: TagInput, key: string): Promise<void> {
  const rows = await run(
    (db) => {
      const table = db.from('territory_tags');
      return before
        ? table.update(input).eq('id', before.id).eq('updated_at', before.updated_at).select('id')
        : table.insert({ ...input, territory_id: territoryId }).select('id');
    },
    msg`Failed to save tag`,
    key,
  ).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
    // Names are unique within a territory, ignoring case.
    throw new FieldError('name', i18n._(msg`A tag with this name already exists`));
  });
  assertVersion(rows);
}

export async function deleteTag(id: string): Promise<void> {
  await deleteRow('territory_tags', id, msg`Failed to delete tag`);
}
