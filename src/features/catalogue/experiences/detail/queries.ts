import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';

const experienceKeys = {
  one: (id: string) => ['experiences', 'detail', id] as const,
};

const COLUMNS =
  `id, title, description, territory_id, guide_id, image_urls, video_urls, duration, available_spots, booking_type,
  shared_price, private_price, min_spots, max_spots, min_private_guests, max_private_guests, passport_required, cash_allowed, cancellation_policy,
  meeting_point, meeting_point_link, rating_average, rating_count,
  territory:territories!experiences_territory_id_fkey(id, name, currency_code, currency_symbol, time_zone),
  guide:profile_cards!experiences_guide_card_fkey(id, full_name, avatar_url),
  tags:territory_tags(id, name)` as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function getExperience(id: string, signal: AbortSignal) {
  // Not an id at all: the database would answer with an error where the page should say "not found".
  if (!UUID.test(id)) return null;
  return run(
    (db) => db.from('experiences').select(COLUMNS).eq('id', id).abortSignal(signal).maybeSingle(),
    msg`Failed to load experience details. Please try again later.`,
  );
}

export type Experience = NonNullable<Awaited<ReturnType<typeof getExperience>>>;

/** One experience with its territory, guide and tags in one request; null where there is none to see. */
export const experienceQuery = (id: string) =>
  queryOptions({ queryKey: experienceKeys.one(id), queryFn: ({ signal }) => getExperience(id, signal) });
