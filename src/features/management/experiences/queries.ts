import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/lib/api/delete-row';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { inOrder } from '@/lib/format/week';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';
import { filledFrom } from '../catalogue/offer-schema';
import { catalogueKeys, editedOfferQuery, setOfferVisible } from '../catalogue/queries';
import { translatedColumns, translatedValues } from '../catalogue/translations';
import { EXPERIENCE_COLUMNS, EXPERIENCE_TEXTS, type ExperienceValues, NEW_EXPERIENCE } from './schema';
import type { Slot } from './slots';

export const managedExperienceKeys = {
  all: [...catalogueKeys.all, 'experiences'] as const,
  list: (territoryId: string) => [...managedExperienceKeys.all, 'list', territoryId] as const,
  found: (territoryId: string, q: string) => [...managedExperienceKeys.list(territoryId), q] as const,
  featured: (territoryId: string) => [...managedExperienceKeys.all, 'featured', territoryId] as const,
  one: (id: string) => [...managedExperienceKeys.all, 'one', id] as const,
};

const LIST_FAILED = msg`Failed to load data. Please try again later.`;
const PAGE_SIZE = 50;

type Row = Database['public']['Functions']['list_experiences']['Returns'][number];
export type ManagedExperience = Omit<
  Nullable<Row, 'shared_price' | 'private_price' | 'featured_order' | 'guide_id' | 'guide_name' | 'guide_avatar'>,
  'titles'
> & { untranslated?: Untranslated<'title'> };

type Cursor = Pick<Row, 'rank' | 'sort_title' | 'id'>;

async function listPage(territoryId: string, q: string, cursor: Cursor | null, signal: AbortSignal) {
  const search = q.trim() ? { p_search: q.trim() } : {};
  const after = cursor && { p_after_rank: cursor.rank, p_after_title: cursor.sort_title, p_after_id: cursor.id };
  const args = { p_territory_id: territoryId, ...search, ...after, p_limit: PAGE_SIZE };
  const rows = await run((db) => db.rpc('list_experiences', args).abortSignal(signal), LIST_FAILED);
  return pageOf(
    rows.map((row): ManagedExperience => localizeTitle(row)),
    PAGE_SIZE,
    (last): Cursor => last,
  );
}

/** A territory's experiences, including hidden ones, page by page: featured ones in their order, then by title. */
export const managedExperiencesQuery = (territoryId: string, q: string) =>
  pagedQuery(managedExperienceKeys.found(territoryId, q), (cursor: Cursor | null, signal) =>
    listPage(territoryId, q, cursor, signal),
  );

/** The maximum number of featured ones. */
const MAX_FEATURED = 50;

async function getFeatured(territoryId: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('experiences')
        .select('id, title, names')
        .eq('territory_id', territoryId)
        .eq('featured', true)
        .is('archived_at', null)
        .order('featured_order')
        .order('id')
        .limit(MAX_FEATURED)
        .abortSignal(signal),
    LIST_FAILED,
  );
  return rows.map((row) => localizeNames(row, ['title']));
}

export type Featured = Awaited<ReturnType<typeof getFeatured>>[number];

/** The featured experiences in order, whatever the list below shows. */
export const featuredQuery = (territoryId: string) =>
  queryOptions({
    queryKey: managedExperienceKeys.featured(territoryId),
    queryFn: ({ signal }) => getFeatured(territoryId, signal),
  });

export const setExperienceVisible = (change: { id: string; visible: boolean }) =>
  setOfferVisible('experiences', change);

/** Deleted, or archived if it had bookings. */
export async function deleteExperience(id: string): Promise<void> {
  await deleteRow('experiences', id, msg`Failed to delete experience. Please try again.`);
}

export async function saveFeatured(territoryId: string, ids: readonly string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_featured_experiences', { p_territory_id: territoryId, p_ids: [...ids] }),
    msg`Failed to save the order. Please try again.`,
  );
}

const EDITED = `id, updated_at, visible, ${EXPERIENCE_COLUMNS},
  tags:experience_tags(tag_id),
  slots:experience_timeslots(id, start_time, end_time, days_of_week, available_spots, archived_at),
  rankings:experience_guide_rankings(guide_id, rank, guide:profile_cards!experience_guide_rankings_card_fkey(id, full_name, avatar_url)),
  guide:profile_cards!experiences_guide_card_fkey(id, full_name, avatar_url)` as const;

const ONE_FAILED = msg`Failed to load experience details. Please try again later.`;

async function getExperience(id: string, territoryId: string, signal: AbortSignal) {
  return run((db) => {
    const query = db.from('experiences').select(EDITED).match({ id, territory_id: territoryId });
    return query.is('archived_at', null).abortSignal(signal).maybeSingle();
  }, ONE_FAILED);
}

export type EditedExperience = NonNullable<Awaited<ReturnType<typeof getExperience>>>;

export const editedExperienceQuery = (id: string, territoryId: string) =>
  editedOfferQuery(managedExperienceKeys.one(id), id, (signal) => getExperience(id, territoryId, signal));

/** An experience's form, or a new one's, with `onlyGuide` if there is no choice. */
export function valuesOf(experience: EditedExperience | null, onlyGuide?: string): ExperienceValues {
  const translated = translatedValues(EXPERIENCE_TEXTS, experience);
  if (!experience) return { ...NEW_EXPERIENCE, ...translated, guides: onlyGuide ? [onlyGuide] : [] };
  const { tags, slots } = experience;
  return filledFrom(NEW_EXPERIENCE, {
    ...experience,
    ...translated,
    guides: rankedGuides(experience).map((guide) => guide.id),
    tags: tags.map((tag) => tag.tag_id).sort(),
    slots: slots
      .filter((slot) => slot.archived_at === null)
      .map(toSlot)
      .sort(byStart),
  });
}

const byStart = (a: Slot, b: Slot) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id);

const toSlot = (slot: EditedExperience['slots'][number]): Slot => ({
  id: slot.id,
  start: slot.start_time.slice(0, 5),
  end: slot.end_time.slice(0, 5),
  days: inOrder(slot.days_of_week),
  spots: slot.available_spots,
});

export interface Guide {
  id: string;
  full_name: string;
  avatar_url: string | null;
}

/** By rank; an experience older than rankings has only its guide. */
export function rankedGuides(experience: EditedExperience | null): Guide[] {
  const ranked = [...(experience?.rankings ?? [])]
    .sort((a, b) => a.rank - b.rank)
    .map(({ guide_id, guide }) => guide ?? { id: guide_id, full_name: '', avatar_url: null });
  return ranked.length === 0 && experience?.guide ? [experience.guide] : ranked;
}

/** One transaction: the experience with guides, tags and slots. `expectedVersion`: null for a new one. */
export async function saveExperience(
  territoryId: string,
  { id, expectedVersion, key }: { id: string; expectedVersion: string | null; key: string },
  { slots, ...columns }: ExperienceValues,
): Promise<void> {
  const timeslots = slots.map(({ id: slotId, start, end, days, spots }) => ({
    id: slotId,
    start_time: start,
    end_time: end,
    days_of_week: days,
    spots,
  }));
  const p = { ...translatedColumns(columns), timeslots };
  await run(
    // Null means a new one, which the generated type lacks.
    (db) =>
      db.rpc('save_experience', {
        p_id: id,
        p_territory_id: territoryId,
        p_expected_version: expectedVersion as string,
        p,
      }),
    msg`Failed to update experience. Please try again.`,
    key,
  );
}

/** When it last changed; null if it is gone. */
export async function experienceVersion(id: string): Promise<string | null> {
  const row = await run((db) => db.from('experiences').select('updated_at').eq('id', id).maybeSingle(), ONE_FAILED);
  return row?.updated_at ?? null;
}
