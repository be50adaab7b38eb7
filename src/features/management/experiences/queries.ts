import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/lib/api/delete-row';
import { run } from '@/lib/api/run';
import { localizeNames } from '@/lib/i18n/listing-texts';
import { catalogueKeys, editedServiceQuery, type ServiceRecord, saveService } from '../catalogue/queries';
import { filledFrom } from '../catalogue/service-schema';
import { savedSlots, slotsOf } from '../catalogue/slots/slots';
import { translatedColumns, translatedValues } from '../catalogue/translations';
import { EXPERIENCE_COLUMNS, EXPERIENCE_TEXTS, type ExperienceValues, NEW_EXPERIENCE } from './schema';

export const managedExperienceKeys = {
  all: catalogueKeys.kind('experience'),
  featured: (territoryId: string) => [...managedExperienceKeys.all, 'featured', territoryId] as const,
};

const LIST_FAILED = msg`Failed to load data. Please try again later.`;

/** The largest number of featured experiences. */
const MAX_FEATURED = 50;

async function getFeatured(territoryId: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('services')
        .select('id, title, names')
        .match({ kind: 'experience', territory_id: territoryId, featured: true })
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

/** Returns the featured experiences in their order, independently of the list's filters. */
export const featuredQuery = (territoryId: string) =>
  queryOptions({
    queryKey: managedExperienceKeys.featured(territoryId),
    queryFn: ({ signal }) => getFeatured(territoryId, signal),
  });

/** Deletes an experience. If it was ever booked, it is archived instead. */
export async function deleteExperience(id: string): Promise<void> {
  await deleteRow('services', id, msg`Failed to delete experience. Please try again.`);
}

/** `expected`: those that were shown; 'changed_meanwhile' where a colleague has chosen others since. */
export async function saveFeatured(territoryId: string, ids: string[], expected: string[]): Promise<void> {
  await run(
    (db) => db.rpc('set_featured_experiences', { p_territory_id: territoryId, p_ids: ids, p_expected: expected }),
    msg`Failed to save the order. Please try again.`,
  );
}

const EDITED = `id, updated_at, visible, ${EXPERIENCE_COLUMNS},
  tags:experience_tags(tag_id),
  slots(id, start_time, end_time, days_of_week, available_spots, archived_at),
  rankings:experience_guide_rankings(guide_id, rank, guide:profile_cards!experience_guide_rankings_card_fkey(id, full_name, avatar_url)),
  guide:profile_cards!services_guide_card_fkey(id, full_name, avatar_url)` as const;

const ONE_FAILED = msg`Failed to load experience details. Please try again later.`;

async function getExperience(id: string, territoryId: string, signal: AbortSignal) {
  return run((db) => {
    const query = db.from('services').select(EDITED).match({ kind: 'experience', id, territory_id: territoryId });
    return query.is('archived_at', null).abortSignal(signal).maybeSingle();
  }, ONE_FAILED);
}

export type EditedExperience = NonNullable<Awaited<ReturnType<typeof getExperience>>>;

export const editedExperienceQuery = (id: string, territoryId: string) =>
  editedServiceQuery('experience', id, (signal) => getExperience(id, territoryId, signal));

/** Returns the form's values of an experience, or of a new one with `onlyGuide`. */
export function valuesOf(experience: EditedExperience | null, onlyGuide?: string): ExperienceValues {
  const translated = translatedValues(EXPERIENCE_TEXTS, experience);
  if (!experience) return { ...NEW_EXPERIENCE, ...translated, guides: onlyGuide ? [onlyGuide] : [] };
  const { tags, slots } = experience;
  return filledFrom(NEW_EXPERIENCE, {
    ...experience,
    ...translated,
    guides: rankedGuides(experience).map((guide) => guide.id),
    tags: tags.map((tag) => tag.tag_id).sort(),
    slots: slotsOf(slots.filter((slot) => slot.archived_at === null)),
  });
}

export interface Guide {
  id: string;
  full_name: string;
  avatar_url: string | null;
}

/** Returns the guides by rank. An experience that is older than rankings has only its guide. */
export function rankedGuides(experience: EditedExperience | null): Guide[] {
  const ranked = [...(experience?.rankings ?? [])]
    .sort((a, b) => a.rank - b.rank)
    .map(({ guide_id, guide }) => guide ?? { id: guide_id, full_name: '', avatar_url: null });
  return ranked.length === 0 && experience?.guide ? [experience.guide] : ranked;
}

const SAVE_FAILED = msg`Failed to update experience. Please try again.`;

/** Returns the form as the database reads it. */
export const rowOf = ({ slots, ...columns }: ExperienceValues) => ({
  ...translatedColumns(columns),
  timeslots: savedSlots('experience', slots),
});

/**
 * Saves the experience with its guides, tags and slots in one transaction. `expectedVersion` is null for a new one.
 */
export const saveExperience = (territoryId: string, record: ServiceRecord, values: ExperienceValues): Promise<void> =>
  saveService('experience', territoryId, record, rowOf(values), SAVE_FAILED);
