import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, userId, type Who } from '../access/identities.ts';
import { form, save, secondGuide, slot, version } from './support.ts';

// Tests copying a service: what the copy has, what it doesn't, and who may make one.

fixtureForEachTest();

const duplicate = (who: Who, service: string, copy: string) =>
  fixture.refusal(who, `select public.duplicate_service('${service}', '${copy}')`);
const columns = async (service: string, list: string) =>
  (await fixture.look<Record<string, unknown>>(`select ${list} from public.services where id = '${service}'`))[0];

const COPIED = `description, image_urls, duration_hours, booking_type, shared_price, private_price, min_spots, max_spots, available_spots,
  min_private_guests, max_private_guests, min_to_run, decide_at, cash_allowed, passport_required, cancellation_policy, what_to_bring, guide_id`;

async function published() {
  const original = randomUUID();
  const guides = [userId.guide, await secondGuide()];
  const timeslots = [slot(), slot({ start_time: '13:00', end_time: '16:00', days_of_week: ['friday'], spots: 3 })];
  const translations = { es: { title: 'Noche en el río', description: 'Con lámparas.' } };
  const values = form({ guides, timeslots, what_to_bring: 'A towel', translations });
  await save('manager', original, null, values);
  await fixture.sql`update public.services set min_to_run = 3, decide_at = '16:00', featured = true, featured_order = 1,
    rating_average = 4.5, rating_count = 9 where id = ${original}`;
  return original;
}

describe('a copy of an experience', () => {
  it('is hidden, marked in each language, and has the texts, pictures, prices, slots, tags and guides', async () => {
    const original = await published();
    const copy = randomUUID();
    await duplicate('staff', original, copy);
    expect(await columns(copy, COPIED)).toEqual(await columns(original, COPIED));
    expect(
      await columns(copy, 'title, translations, visible, featured, featured_order, rating_average, rating_count'),
    ).toEqual({
      title: 'Night on the river (copy)',
      translations: { es: { title: 'Noche en el río (copia)', description: 'Con lámparas.' } },
      visible: false,
      featured: false,
      featured_order: null,
      rating_average: null,
      rating_count: 0,
    });
    const parts = async (service: string) =>
      fixture.look(`select
        (select jsonb_agg(jsonb_build_array(s.start_time, s.end_time, s.days_of_week, s.available_spots) order by s.start_time)
           from public.slots s where s.service_id = '${service}' and s.archived_at is null) as slots,
        (select jsonb_agg(t.tag_id) from public.experience_tags t where t.experience_id = '${service}') as tags,
        (select jsonb_agg(r.guide_id order by r.rank) from public.experience_guide_rankings r where r.experience_id = '${service}') as guides`);
    expect(await parts(copy)).toEqual(await parts(original));
    expect(await parts(copy)).toMatchObject([{ slots: [{}, {}], tags: [id.tag], guides: [userId.guide, {}] }]);
    // It can be edited and shown like any other.
    expect(await fixture.refusal('staff', `update public.services set visible = true where id = '${copy}'`)).toBe(
      undefined,
    );
    await save('staff', copy, await version(copy), form({ title: 'Another night' }));
  });

  it('has no departures, bookings or archived slots, and the original keeps its own', async () => {
    const before = await fixture.look(`select * from public.services where id = '${id.experience}'`);
    const copy = randomUUID();
    await duplicate('manager', id.experience, copy);
    expect(
      await fixture.look(`select (select count(*)::int from public.departures where service_id = '${copy}') as departures,
        (select count(*)::int from public.bookings where service_id = '${copy}') as bookings,
        (select count(*)::int from public.slots where service_id = '${copy}' and archived_at is not null) as archived`),
    ).toEqual([{ departures: 0, bookings: 0, archived: 0 }]);
    expect(await fixture.look(`select * from public.services where id = '${id.experience}'`)).toEqual(before);
  });

  it('leaves out guides who no longer have the role, and is a draft without any', async () => {
    const original = await published();
    await fixture.sql`update private.role_grants set revoked_at = now() where role = 'tour_guide' and user_id = ${userId.guide}`;
    const copy = randomUUID();
    await duplicate('manager', original, copy);
    expect(await columns(copy, 'guide_id')).toEqual({ guide_id: userId.otherTourist });
    await fixture.sql`update private.role_grants set revoked_at = now() where role = 'tour_guide'`;
    const draft = randomUUID();
    expect(await duplicate('manager', original, draft)).toBe(undefined);
    expect(await columns(draft, 'guide_id, visible')).toEqual({ guide_id: null, visible: false });
  });

  it('keeps the mark of an outdated translation', async () => {
    const original = await published();
    await fixture.sql`update public.services set description = 'With lanterns.' where id = ${original}`;
    const copy = randomUUID();
    await duplicate('manager', original, copy);
    expect(await columns(copy, 'private.translation_states(translations) as states')).toEqual({
      states: { es: 'older' },
    });
  });

  it('cuts a long title so that its mark stays', async () => {
    await fixture.sql`update public.services set title = ${'x'.repeat(160)} where id = ${id.experience}`;
    const copy = randomUUID();
    await duplicate('manager', id.experience, copy);
    expect(await columns(copy, 'title')).toEqual({ title: `${'x'.repeat(153)} (copy)` });
  });

  it('is made once, however often the request is repeated', async () => {
    const copy = randomUUID();
    for (const _ of [1, 2]) expect(await duplicate('manager', id.experience, copy)).toBe(undefined);
    expect(
      await fixture.look(
        `select count(*)::int as n from public.services where title = 'Home (copy)' and kind = 'experience'`,
      ),
    ).toEqual([{ n: 1 }]);
  });
});

describe('a copy of a transport service', () => {
  it('is hidden, with its departure times, and a duration in half hours', async () => {
    await fixture.sql`update public.services set duration_hours = 1.8 where id = ${id.transport}`;
    const copy = randomUUID();
    expect(await duplicate('manager', id.transport, copy)).toBe(undefined);
    const list = 'visible, pickup_location, transport_type_id, shared_price';
    expect(await columns(copy, `${list}, duration_hours`)).toEqual({
      ...(await columns(id.transport, list)),
      visible: false,
      duration_hours: '2.0',
    });
    const times = (service: string) =>
      fixture.look(
        `select start_time, days_of_week, available_spots from public.slots where service_id = '${service}' order by 1`,
      );
    expect(await times(copy)).toEqual(await times(id.transport));
  });

  it('can be made by a shuttle manager of the region, only of a shuttle, who can also show it', async () => {
    const refused = { status: 404, code: 'transport_not_editable' };
    await fixture.sql`update public.services set transport_type_id = 'boat' where id = ${id.transport}`;
    expect(await duplicate('shuttle', id.transport, randomUUID())).toMatchObject(refused);
    await fixture.sql`update public.services set transport_type_id = 'shuttle' where id = ${id.transport}`;
    expect(await duplicate('shuttle2', id.transport, randomUUID())).toMatchObject(refused);
    const copy = randomUUID();
    expect(await duplicate('shuttle', id.transport, copy)).toBe(undefined);
    expect(
      await fixture.ask(
        'shuttle',
        `with x as (update public.services set visible = true where id = '${copy}' returning 1) select count(*)::int from x`,
      ),
    ).toBe(1);
  });
});

describe('a copy', () => {
  it("is refused to everyone who doesn't run the region, and for ids that belong to others", async () => {
    for (const who of ['anon', 'tourist', 'guide', 'driver', 'partner', 'staff2', 'manager2'] as const) {
      for (const service of [id.experience, id.transport]) {
        const made = randomUUID();
        expect(await duplicate(who, service, made), who).not.toBe(undefined);
        expect(await columns(made, 'id'), who).toBe(undefined);
      }
    }
    const refused = { status: 404, code: 'experience_not_editable' };
    expect(await duplicate('manager', id.experience2, randomUUID())).toMatchObject(refused);
    expect(await duplicate('manager', id.experience, id.experience2)).toMatchObject(refused);
    expect(await duplicate('manager', randomUUID(), randomUUID())).toMatchObject(refused);
    await fixture.sql`update public.services set archived_at = now(), visible = false where id = ${id.experience}`;
    expect(await duplicate('manager', id.experience, randomUUID())).toMatchObject(refused);
  });
});
