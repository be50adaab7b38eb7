import { randomUUID } from 'node:crypto';
import { fixture } from '../access/fixture.ts';
import { id, identityOf, userId, type Who } from '../access/identities.ts';

export const NOT_MINE = 'Experience not found or you do not have permission to edit it';
export const FIELDS = 'Please fill in all required fields with valid values. At least one image is required.';

export const slot = (change: object = {}) => ({
  id: randomUUID(),
  start_time: '08:00',
  end_time: '11:00',
  days_of_week: ['monday', 'sunday'],
  spots: 6,
  ...change,
});

export const form = (change: object = {}) => ({
  title: ' Night on the river ',
  description: 'With lamps.',
  image_urls: ['/storage/v1/object/public/media/experience-media/a.webp#v=2&c=55978a&w=1200&h=800', ' '],
  video_urls: [],
  duration: 2.5,
  booking_type: 'both',
  shared_price: 185,
  private_price: 900,
  min_spots: 1,
  max_spots: 8,
  available_spots: 6,
  min_private_guests: 1,
  max_private_guests: 8,
  passport_required: false,
  cash_allowed: true,
  cancellation_policy: 'strict',
  guides: [userId.guide],
  tags: [id.tag],
  timeslots: [slot()],
  ...change,
});

/** Saves as a person in the browser. Returns the new version. */
export async function save(
  who: Who,
  experience: string,
  seen: string | null,
  p: object,
  place = 'rio',
): Promise<string> {
  const [row] = await fixture.as(
    identityOf(who),
    (sql) =>
      sql`select public.save_service('experience', ${experience}, ${place}, ${seen}::text::timestamptz, ${sql.json(p as never)})::text as version`,
  );
  return row?.version;
}
export const refused = async (...args: Parameters<typeof save>) =>
  save(...args).then(
    () => 'saved',
    (error: Error) => error.message,
  );
export const version = async (experience: string) =>
  (await fixture.look<{ v: string }>(`select updated_at::text as v from public.services where id = '${experience}'`))[0]
    ?.v ?? '';
export const counts = () =>
  fixture.look(`select (select count(*)::int from public.experiences) as experiences, (select count(*)::int from public.experience_timeslots) as slots,
    (select count(*)::int from public.experience_tags) as tags, (select count(*)::int from public.experience_guide_rankings) as rankings`);
export const secondGuide = async () => {
  await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.otherTourist}, 'tour_guide', 'rio')`;
  return userId.otherTourist;
};

/** Fields required by the form that the tests' own rows leave out. */
export const PICTURED = { image_urls: ['/storage/v1/object/public/media/experience-media/a.webp'] };

/**
 * Returns what an experience's page sends, unchanged except for one field. Nothing if the caller can't see the
 * experience.
 */
export const saveOf = (experience: string, change: object): string => `
  select public.save_service('experience', e.id, e.territory_id, e.updated_at, to_jsonb(e) || jsonb_build_object(
    'guides', (select coalesce(jsonb_agg(r.guide_id order by r.rank), '[]')
                 from public.experience_guide_rankings r where r.experience_id = e.id),
    'tags', (select coalesce(jsonb_agg(t.tag_id), '[]') from public.experience_tags t where t.experience_id = e.id),
    'timeslots', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'start_time', left(s.start_time::text, 5),
        'end_time', left(s.end_time::text, 5), 'days_of_week', s.days_of_week, 'spots', s.available_spots)), '[]')
      from public.experience_timeslots s where s.experience_id = e.id and s.archived_at is null)
  ) || '${JSON.stringify(change).replaceAll("'", "''")}'::jsonb)
  from public.experiences e where e.id = '${experience}'`;
