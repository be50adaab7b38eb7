import { msg } from '@lingui/core/macro';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { hasTexts } from '@/lib/format/has-texts';
import { isUuid } from '@/lib/format/uuid';
import { innerTextColumns, localize, localizeInner, localizeNames, textColumns } from '@/lib/i18n/listing-texts';
import type { Database, Json } from '@/types/database';

export const experienceKeys = {
  all: ['experiences'] as const,
  list: (territoryId: string) => [...experienceKeys.all, 'list', territoryId] as const,
  firstOf: (territoryId: string, count: number) => [...experienceKeys.all, 'first', territoryId, count] as const,
  on: (territoryId: string, date: string, people: number) =>
    [...experienceKeys.all, 'on', territoryId, date, people] as const,
  one: (id: string) => [...experienceKeys.all, 'detail', id] as const,
};

const listColumns = () =>
  `id, territory_id, title, description, image_urls, duration:duration_hours, booking_type, shared_price, private_price,
  max_spots, max_private_guests, available_spots, featured, featured_order, rating_average, rating_count, ${textColumns()},
  tags:territory_tags(id, name, ${innerTextColumns})` as const;

const LIST_FAILED = msg`Failed to load data`;

/**
 * Selects a territory's bookable experiences, featured ones first in their order, then by id so that the order is
 * stable.
 */
const listed = <const Columns extends string>(db: PostgrestClient<Database>, columns: Columns, territoryId: string) =>
  db
    .from('services')
    .select(columns)
    .match({ kind: 'experience', territory_id: territoryId, visible: true })
    .is('archived_at', null)
    .order('featured', { ascending: false })
    .order('featured_order', { ascending: true, nullsFirst: false })
    .order('id');

async function getExperiences(territoryId: string, signal: AbortSignal) {
  const rows = await run((db) => listed(db, listColumns(), territoryId).abortSignal(signal), LIST_FAILED);
  return rows.map((row) => ({
    ...localize(row, ['title', 'description']),
    duration: row.duration ?? 0,
    tags: tagsOf(row),
  }));
}

interface Tag {
  id: string;
  name: string;
  language: string;
  translations: Json;
}

const tagsOf = ({ tags }: { tags: Tag[] }) =>
  tags.map((tag) => ({
    ...localizeInner(tag, ['name']),
    // The tag's name in URLs, which is the same in every language.
    key: tag.name,
    names: [tag.name, ...translatedNames(tag.translations)],
  }));

const translatedNames = (translations: Json): string[] =>
  Object.values(translations ?? {}).flatMap((texts) => (hasTexts(texts, 'name') ? [texts.name] : []));

export type ExperienceListItem = Awaited<ReturnType<typeof getExperiences>>[number];

/** Returns the bookable experiences of a territory, in display order. */
export const experiencesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: experienceKeys.list(territoryId),
    queryFn: ({ signal }) => getExperiences(territoryId, signal),
    staleTime: 60_000,
  });

const firstColumns = () =>
  `id, title, booking_type, shared_price, private_price, rating_average, rating_count, ${textColumns()},
  territory:territories!services_territory_id_fkey(currency_symbol)` as const;

async function getFirst(territoryId: string, count: number, signal: AbortSignal) {
  const rows = await run((db) => listed(db, firstColumns(), territoryId).limit(count).abortSignal(signal), LIST_FAILED);
  return rows.map((row) => localize(row, ['title']));
}

/** Returns a territory's first experiences, with the fields that one line needs. */
export const firstExperiencesQuery = (territoryId: string, count: number) =>
  queryOptions({
    queryKey: experienceKeys.firstOf(territoryId, count),
    queryFn: ({ signal }) => getFirst(territoryId, count, signal),
    staleTime: 300_000,
  });

const getOn = (territoryId: string, date: string, people: number, signal: AbortSignal) =>
  run(
    (db) =>
      db.rpc('experiences_on', { p_territory_id: territoryId, p_date: date, p_people: people }).abortSignal(signal),
    LIST_FAILED,
  );

export type DayOffer = Awaited<ReturnType<typeof getOn>>[number];

/**
 * Returns the experiences that have seats for this number of people on a date, with the first time and the seats
 * left.
 */
export const experiencesOnQuery = (territoryId: string, date: string, people: number) =>
  queryOptions({
    queryKey: experienceKeys.on(territoryId, date, people),
    queryFn: ({ signal }) => getOn(territoryId, date, people, signal),
    staleTime: 15_000,
  });

const detailColumns = () =>
  `id, title, description, ${textColumns()}, territory_id, guide_id, image_urls, video_urls, duration:duration_hours, available_spots, booking_type,
  shared_price, private_price, min_spots, max_spots, min_private_guests, max_private_guests, passport_required, cash_allowed, cancellation_policy,
  meeting_point, meeting_point_link, what_to_bring, rating_average, rating_count,
  territory:territories!services_territory_id_fkey(id, name, currency_code, currency_symbol, time_zone, meeting_point, meeting_point_link, names),
  guide:profile_cards!services_guide_card_fkey(id, full_name, avatar_url),
  tags:territory_tags(id, name, ${innerTextColumns})` as const;

async function getExperience(id: string, signal: AbortSignal) {
  if (!isUuid(id)) return null;
  const row = await run(
    (db) =>
      db.from('services').select(detailColumns()).match({ kind: 'experience', id }).abortSignal(signal).maybeSingle(),
    msg`Failed to load experience details. Please try again later.`,
  );
  return (
    row && {
      ...localize(row, ['title', 'description', 'meeting_point', 'what_to_bring']),
      // Every experience has a duration.
      duration: row.duration ?? 0,
      territory: row.territory && localizeNames(row.territory, ['name', 'meeting_point']),
      tags: tagsOf(row),
    }
  );
}

export type Experience = NonNullable<Awaited<ReturnType<typeof getExperience>>>;

/** Returns an experience with its territory, guide and tags in one request, or null if it isn't visible. */
export const experienceQuery = (id: string) =>
  queryOptions({ queryKey: experienceKeys.one(id), queryFn: ({ signal }) => getExperience(id, signal) });
