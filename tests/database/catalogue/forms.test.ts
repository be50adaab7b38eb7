import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { rowOf as experienceRow } from '@/features/management/experiences/queries';
import { type ExperienceValues, NEW_EXPERIENCE } from '@/features/management/experiences/schema';
import { inputOf, type ShuttleValues, valuesOf as shuttleValues } from '@/features/management/shuttle/schema';
import { rowOf as transportRow } from '@/features/management/transport/queries';
import { NEW_TRANSPORT, type TransportValues } from '@/features/management/transport/schema';
import { fixture, sharedFixture } from '../access/fixture.ts';
import { id, identityOf, userId } from '../access/identities.ts';
import { form } from './support.ts';

const FILE = '/storage/v1/object/public/media/experience-media/a.webp';

const slots = (): TransportValues['slots'] => [
  { id: randomUUID(), start: '08:00', end: '11:00', days: ['monday'], spots: 4 },
];

/** Both kinds: each value differs from that of a new form. */
const service = {
  language: 'es',
  still_right: [],
  title: 'Noche en el río',
  description: 'Con lámparas.',
  image_urls: [FILE],
  booking_type: 'both',
  shared_price: 185,
  private_price: 900,
  min_spots: 2,
  max_spots: 8,
  available_spots: 6,
  min_private_guests: 3,
  max_private_guests: 7,
  passport_required: true,
  cancellation_policy: 'strict',
};

const experience = (): ExperienceValues => ({
  ...service,
  translations: {
    en: { title: 'Night', description: 'With lamps.', meeting_point: 'Dock 2', what_to_bring: 'A towel' },
  },
  video_urls: [FILE],
  duration: 2.5,
  cash_allowed: true,
  meeting_point: 'Muelle 2',
  meeting_point_link: 'https://maps.example/dock',
  what_to_bring: 'Una toalla',
  guides: [userId.guide],
  tags: [id.tag],
  slots: slots(),
});

const transport = (): TransportValues => ({
  ...service,
  translations: { en: { title: 'Night', description: 'With lamps.', destination: 'Lake' } },
  transport_type_id: 'boat',
  pickup_location_id: 'pu_home',
  destination: 'Lago',
  duration_hours: 1.5,
  slots: slots(),
});

const shuttle = (): ShuttleValues => ({
  title: 'Noche en el río',
  description: 'Con lámparas.',
  price: 50,
  spots: 12,
  slots: slots(),
  duration: 1.5,
  pickup: 'pu_home',
  image_urls: [FILE],
});

async function save(kind: 'experience' | 'transport', p: object): Promise<string> {
  const made = randomUUID();
  await fixture.as(
    identityOf('manager'),
    (sql) => sql`select public.save_service(${kind}, ${made}, 'rio', null, ${sql.json(p as never)})`,
  );
  return made;
}

const ROW = "select to_jsonb(s) || jsonb_build_object('duration', s.duration_hours) as row from public.services s";
const stored = async (service: string) =>
  (await fixture.look<{ row: object }>(`${ROW} where id = '${service}'`))[0]?.row;

/** The fields that are stored in tables of their own. */
const columns = ({ timeslots, guides, tags, ...row }: { timeslots: unknown; guides?: unknown; tags?: unknown }) => row;

describe('the forms of services', () => {
  sharedFixture();

  it('differ from a new one in every value of these tests', () => {
    const same = <Values extends object>(values: Values, empty: Values) =>
      Object.keys(values).filter((name) =>
        expect.objectContaining({ [name]: empty[name as keyof Values] }).asymmetricMatch(values),
      );
    expect(same(experience(), NEW_EXPERIENCE)).toEqual(['still_right']);
    expect(same(transport(), NEW_TRANSPORT)).toEqual(['still_right']);
    expect(same(shuttle(), shuttleValues(null))).toEqual([]);
  });

  it('store each field that they send', async () => {
    const trip = experienceRow(experience());
    expect(await stored(await save('experience', trip))).toMatchObject(columns(trip));
    // The database replaces the pickup location's id with its name.
    const boat = transportRow(transport());
    expect(await stored(await save('transport', boat))).toMatchObject({ ...columns(boat), pickup_location: 'Dock' });
    const van = { ...inputOf(shuttle(), null, [{ id: 'pu_home', name: 'Dock' }]), transport_type_id: 'shuttle' };
    expect(await stored(await save('transport', van))).toMatchObject(columns(van));
  });

  it.each([
    ['experience', () => form()],
    ['transport', () => transportRow(transport())],
  ] as const)('are refused with a field that no one reads: %s', async (kind, filled) => {
    await expect(save(kind, { ...filled(), seasick: true })).rejects.toMatchObject({
      hint: 'invalid_input',
      message: 'seasick is not a field of this form',
    });
  });

  it('leave a column that they do not send at its default', async () => {
    await fixture.sql`alter table public.services add column luggage text not null default 'free'`;
    try {
      expect(await stored(await save('experience', form()))).toMatchObject({ luggage: 'free' });
      expect(await stored(await save('transport', transportRow(transport())))).toMatchObject({ luggage: 'free' });
    } finally {
      await fixture.sql`alter table public.services drop column luggage`;
    }
  });
});
