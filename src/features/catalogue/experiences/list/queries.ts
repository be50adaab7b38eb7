import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';

export const experienceListKeys = {
  all: ['experiences', 'list'] as const,
  ofTerritory: (territoryId: string) => [...experienceListKeys.all, territoryId] as const,
};

const COLUMNS = `id, territory_id, title, description, image_urls, duration, booking_type, shared_price, private_price,
  max_spots, max_private_guests, available_spots, featured, featured_order, rating_average, rating_count,
  tags:territory_tags(id, name)` as const;

async function getExperiences(territoryId: string, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('experiences')
        .select(COLUMNS)
        .eq('territory_id', territoryId)
        .eq('visible', true)
        .is('archived_at', null)
        // Featured first, in their order; then by id, so that the order never changes by itself.
        .order('featured', { ascending: false })
        .order('featured_order', { ascending: true, nullsFirst: false })
        .order('id')
        .abortSignal(signal),
    msg`Failed to load data`,
  );
}

export type ExperienceListItem = Awaited<ReturnType<typeof getExperiences>>[number];

/** What can be booked in a region, in the order in which it is shown. */
export const experiencesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: experienceListKeys.ofTerritory(territoryId),
    queryFn: ({ signal }) => getExperiences(territoryId, signal),
    staleTime: 60_000,
  });
