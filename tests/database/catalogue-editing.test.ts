import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorldDatabase, type World } from './access/actors.ts';
import { id, identityOf, userId, type Who } from './access/identities.ts';

let world: World;
const make = async () => {
  world = await createWorldDatabase();
};
/** One world for all tests of a block, where each has rows of its own. */
function sharedWorld() {
  beforeAll(make);
  afterAll(() => world.drop());
}
function ownWorld() {
  beforeEach(make);
  afterEach(() => world.drop());
}

const NOT_MINE = 'Experience not found or you do not have permission to edit it';
const FIELDS = 'Please fill in all required fields with valid values. At least one image is required.';

const slot = (change: object = {}) => ({
  id: randomUUID(),
  start_time: '08:00',
  end_time: '11:00',
  days_of_week: ['monday', 'sunday'],
  spots: 6,
  ...change,
});

const form = (change: object = {}) => ({
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

/** As a person of the browser: answers the new version. */
async function save(who: Who, experience: string, seen: string | null, p: object, place = 'rio'): Promise<string> {
  const [row] = await world.as(
    identityOf(who),
    (sql) =>
      sql`select public.save_experience(${experience}, ${place}, ${seen}::text::timestamptz, ${sql.json(p as never)})::text as version`,
  );
  return row?.version;
}
const refused = async (...args: Parameters<typeof save>) =>
  save(...args).then(
    () => 'saved',
    (error: Error) => error.message,
  );
const version = async (experience: string) =>
  (
    await world.look<{ v: string }>(`select updated_at::text as v from public.experiences where id = '${experience}'`)
  )[0]?.v ?? '';
const counts = () =>
  world.look(`select (select count(*)::int from public.experiences) as experiences, (select count(*)::int from public.experience_timeslots) as slots,
    (select count(*)::int from public.experience_tags) as tags, (select count(*)::int from public.experience_guide_rankings) as rankings`);
const secondGuide = async () => {
  await world.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.otherTourist}, 'tour_guide', 'rio')`;
  return userId.otherTourist;
};

describe('saving an experience', () => {
  sharedWorld();

  it('makes one with its guides, tags and slots that a guest can book', async () => {
    for (const who of ['manager', 'staff', 'admin'] as const) {
      const made = randomUUID();
      await save(who, made, null, form());
      expect(
        await world.look(`select territory_id, guide_id, title, shared_price, private_price, cancellation_policy, visible, cardinality(image_urls) as images
          from public.experiences where id = '${made}'`),
      ).toEqual([
        {
          territory_id: 'rio',
          guide_id: userId.guide,
          title: 'Night on the river',
          shared_price: '185.00',
          private_price: '900.00',
          cancellation_policy: 'strict',
          visible: true,
          images: 1,
        },
      ]);
      const seats = `select max(available) from public.get_departures('${made}', current_date + 1, current_date + 7)`;
      expect(await world.ask('anon', seats)).toBe(6);
      expect(
        await world.ask('anon', `select count(*)::int from public.experience_tags where experience_id = '${made}'`),
      ).toBe(1);
    }
  });

  it('is the region’s own business', async () => {
    const p = form({ guides: [userId.guide2], tags: [] });
    for (const who of ['anon', 'tourist', 'guide', 'shuttle', 'driver', 'partner', 'staff2', 'manager2'] as const) {
      expect(await refused(who, randomUUID(), null, form()), who).not.toBe('saved');
      expect(await refused(who, id.experience, await version(id.experience), form()), who).not.toBe('saved');
    }
    expect(await refused('manager', id.experience2, await version(id.experience2), p)).toBe(NOT_MINE);
    // A new one under the id of somebody else's.
    expect(await refused('manager', id.experience2, null, p)).toBe(NOT_MINE);
    expect(await refused('manager', randomUUID(), await version(id.experience), form())).toBe(NOT_MINE);
    expect(await refused('manager', randomUUID(), null, form(), 'lago')).toBe('You do not have permission to do this');
  });

  it('is all or nothing', async () => {
    const before = await counts();
    const broken = [
      { tags: [id.tag2] },
      { guides: [userId.guide, userId.guide2] },
      { timeslots: [slot(), slot({ id: id.slot2 })] },
      { timeslots: [slot(), slot({ days_of_week: ['sunday'] })] },
    ];
    for (const change of broken) {
      expect(await refused('manager', randomUUID(), null, form(change))).not.toBe('saved');
      expect(await refused('manager', id.experience, await version(id.experience), form(change))).not.toBe('saved');
    }
    expect(await counts()).toEqual(before);
  });

  it('that arrives again makes no second one', async () => {
    const made = randomUUID();
    const p = form();
    await Promise.all([save('manager', made, null, p), save('manager', made, null, p).catch(() => undefined)]);
    expect(await world.look(`select title from public.experiences where id = '${made}'`)).toHaveLength(1);
    expect(
      await world.look(`select 1 as one from public.experience_timeslots where experience_id = '${made}'`),
    ).toHaveLength(1);
  });

  it('tells the second of two who edit the same one, also when only a slot has changed', async () => {
    const made = randomUUID();
    const first = await save('manager', made, null, form({ timeslots: [] }));
    const p = form({ timeslots: [slot()] });
    const second = await save('staff', made, first, p);
    expect(await refused('manager', made, first, form({ title: 'Mine' }))).toBe(
      'Somebody else has changed this meanwhile',
    );
    await save('manager', made, second, { ...p, title: 'Mine' });
    expect(await world.look(`select title from public.experiences where id = '${made}'`)).toEqual([{ title: 'Mine' }]);
  });

  it('keeps the order of the guides, and the first of them leads', async () => {
    const other = await secondGuide();
    const made = randomUUID();
    const first = await save('manager', made, null, form({ guides: [userId.guide, other, other] }));
    const ranking = () =>
      world.look(
        `select guide_id, rank from public.experience_guide_rankings where experience_id = '${made}' order by rank`,
      );
    expect(await ranking()).toEqual([
      { guide_id: userId.guide, rank: 1 },
      { guide_id: other, rank: 2 },
    ]);
    const second = await save('manager', made, first, form({ guides: [other, userId.guide], timeslots: [] }));
    expect(await world.look(`select guide_id from public.experiences where id = '${made}'`)).toEqual([
      { guide_id: other },
    ]);
    // One who has left the region stays in place until somebody takes them out.
    await world.sql`update private.role_grants set revoked_at = now() where user_id = ${other}`;
    await save('manager', made, second, form({ guides: [userId.guide, other], timeslots: [] }));
    expect((await ranking())[0]).toEqual({ guide_id: userId.guide, rank: 1 });
  });

  it('clears the price and limits of a group when it is shared', async () => {
    const made = randomUUID();
    await save('manager', made, null, form({ booking_type: 'shared' }));
    expect(
      await world.look(
        `select private_price, min_private_guests, max_private_guests from public.experiences where id = '${made}'`,
      ),
    ).toEqual([{ private_price: null, min_private_guests: null, max_private_guests: null }]);
  });

  it('refuses what the form refuses, in its words', async () => {
    const cases: [object, string][] = [
      [{ title: '  ' }, FIELDS],
      [{ description: null }, FIELDS],
      [{ image_urls: [' '] }, FIELDS],
      [{ guides: [] }, FIELDS],
      [{ shared_price: 0 }, FIELDS],
      [{ shared_price: 10.001 }, FIELDS],
      [{ duration: 0 }, FIELDS],
      [{ max_spots: 0 }, FIELDS],
      [{ min_spots: 9 }, FIELDS],
      [{ available_spots: -1 }, FIELDS],
      [{ available_spots: 9 }, 'Available spots cannot exceed maximum spots'],
      [{ private_price: 0 }, 'Please set a valid private booking price'],
      [{ max_private_guests: 0 }, 'Please set a valid maximum number of guests for private bookings'],
      [{ min_private_guests: null }, 'Please set a valid minimum number of guests for private bookings'],
      [{ min_private_guests: 9 }, 'Minimum private guests cannot be greater than maximum private guests'],
      [{ timeslots: [slot({ days_of_week: [] })] }, 'Please choose at least one day for each time slot'],
      [{ timeslots: [slot({ end_time: '' })] }, 'Please set a start and an end time for each time slot'],
      [{ timeslots: [slot({ spots: 0 })] }, 'Please set a valid number of spots for each time slot'],
      [{ timeslots: [slot(), slot()] }, 'Two time slots start at the same time on the same day'],
    ];
    for (const [change, text] of cases)
      expect(await refused('manager', randomUUID(), null, form(change)), JSON.stringify(change)).toBe(text);
  });

  it('refuses values that no form sends', async () => {
    const before = await counts();
    const hostile: object[] = [
      { shared_price: '185' },
      { shared_price: 1e300 },
      { max_spots: 2.5 },
      { max_spots: 1001 },
      { title: ['a'] },
      { title: 'x'.repeat(161) },
      { image_urls: ['javascript:alert(1)'] },
      { image_urls: ['//evil.test/x.png'] },
      { image_urls: 'a' },
      { booking_type: 'free' },
      { cancellation_policy: 'never' },
      { meeting_point_link: 'http://plain.test' },
      { guides: ['no-uuid'] },
      { guides: [userId.tourist] },
      { tags: [randomUUID()] },
      { timeslots: 'all day' },
      { timeslots: [slot({ start_time: '25:00' })] },
      { timeslots: [slot({ days_of_week: ['someday'] })] },
      { timeslots: [slot({ id: null })] },
      { timeslots: Array.from({ length: 31 }, () => slot()) },
      { passport_required: 'yes' },
    ];
    for (const change of hostile) {
      const error = await save('manager', randomUUID(), null, form(change)).then(
        () => null,
        (e: { code?: string }) => e,
      );
      expect(error?.code, JSON.stringify(change).slice(0, 60)).toMatch(/^PT40/);
    }
    expect(await counts()).toEqual(before);
  });
});

describe('time slots', () => {
  ownWorld();

  const taken = /^The 8:00 AM time slot has upcoming bookings\./;
  const book = () =>
    world.sql.unsafe(
      `update public.departures set service_date = current_date + 5, sold = 1 where id = '${id.departure}'`,
    );
  const kept = { id: id.slot, start_time: '08:00', end_time: '10:00', days_of_week: ['monday'], spots: 8 };

  it('with bookings to come keep their hour and stay', async () => {
    await book();
    const seen = await version(id.experience);
    expect(await refused('manager', id.experience, seen, form({ timeslots: [] }))).toMatch(taken);
    expect(
      await refused('manager', id.experience, seen, form({ timeslots: [{ ...kept, start_time: '09:00' }] })),
    ).toMatch(taken);
    await save('manager', id.experience, seen, form({ timeslots: [{ ...kept, end_time: '10:30' }] }));
  });

  it('are archived once their bookings are over, and never come back', async () => {
    await world.sql.unsafe(
      `update public.departures set service_date = current_date - 5, sold = 1 where id = '${id.departure}'`,
    );
    const next = await save('manager', id.experience, await version(id.experience), form({ timeslots: [] }));
    expect(
      await world.look(
        `select archived_at is not null as archived from public.experience_timeslots where id = '${id.slot}'`,
      ),
    ).toEqual([{ archived: true }]);
    expect(await refused('manager', id.experience, next, form({ timeslots: [kept] }))).toBe(
      'This time slot cannot be changed any more',
    );
  });

  it('carry a new number of spots to the days to come', async () => {
    await book();
    await save('manager', id.experience, await version(id.experience), form({ timeslots: [{ ...kept, spots: 5 }] }));
    expect(await world.look(`select capacity from public.departures where id = '${id.departure}'`)).toEqual([
      { capacity: 5 },
    ]);
  });
});

describe('the calendar of departures', () => {
  ownWorld();

  const days = (who: Who, service = id.experience, kind = 'experience') =>
    world.as(identityOf(who), (sql) =>
      sql.unsafe<{ sold: number; closed: boolean; offered: boolean }[]>(
        `select * from public.service_departures('${kind}', '${service}', current_date + 1, current_date + 7)`,
      ),
    );

  it('shows the staff what is sold, also of hidden services and of hours that are no longer offered', async () => {
    await world.sql.unsafe(`update public.experience_timeslots set days_of_week = array[private.weekday(current_date + 1)] where id = '${id.slot}';
      update public.departures set service_date = current_date + 3, sold = 2 where id = '${id.departure}';
      update public.experiences set visible = false where id = '${id.experience}'`);
    const seen = await days('staff');
    expect(seen.map((day) => [day.sold, day.offered])).toEqual([
      [0, true],
      [2, false],
    ]);
    expect(await days('staff', id.transport, 'transport')).toHaveLength(7);
  });

  it('closes and opens a whole date, and nobody else’s', async () => {
    const close = (open = false) =>
      `select public.close_service_date('experience', '${id.experience}', current_date + 4, ${!open})`;
    await world.ask('manager', close());
    const at = async () => (await days('manager')).filter((day) => day.closed).length;
    expect(await at()).toBe(1);
    expect(
      await world.ask(
        'anon',
        `select max(available) from public.get_departures('${id.experience}', current_date + 4, current_date + 4)`,
      ),
    ).toBe(0);
    await world.ask('manager', close(true));
    expect(await at()).toBe(0);
    for (const who of ['tourist', 'guide', 'manager2', 'shuttle'] as const) {
      expect(await world.refusal(who, close())).toMatchObject({ status: 403 });
      await expect(days(who)).rejects.toThrow('You do not have permission to do this');
    }
  });
});

describe('featured experiences', () => {
  sharedWorld();

  const featured = () =>
    world.look(`select id, featured_order from public.experiences where featured order by featured_order`);

  it('are those of the list, in its order', async () => {
    const set = (who: Who, ...ids: string[]) =>
      world.refusal(who, `select public.set_featured_experiences('rio', '{${ids.join(',')}}')`);
    await set('staff', id.unsoldExperience, id.experience);
    expect(await featured()).toEqual([
      { id: id.unsoldExperience, featured_order: 1 },
      { id: id.experience, featured_order: 2 },
    ]);
    await set('manager', id.experience);
    expect(await featured()).toEqual([{ id: id.experience, featured_order: 1 }]);
    expect(await set('manager', id.experience, id.experience)).toMatchObject({ status: 400 });
    expect(await set('manager', id.experience2)).toMatchObject({ status: 400 });
    expect(await set('manager2', id.experience)).toMatchObject({ status: 403 });
    expect(await set('tourist', id.experience)).toMatchObject({ status: 403 });
    expect(await featured()).toHaveLength(1);
  });
});

describe('pickup locations', () => {
  sharedWorld();

  const add = (name: string, who: Who = 'manager') =>
    world.refusal(who, `insert into public.pickup_locations (territory_id, name) values ('rio', '${name}')`);

  it('have each name once in a region, whatever its letters', async () => {
    expect(await add('  dOCK ')).toMatchObject({ code: '23505' });
    expect(await add('Bridge')).toBeUndefined();
    expect(
      await world.refusal(
        'manager',
        `update public.pickup_locations set name = 'DOCK' where name = 'Bridge' and territory_id = 'rio'`,
      ),
    ).toMatchObject({ code: '23505' });
    expect(
      await world.refusal('manager', `update public.pickup_locations set name = 'DOCK' where id = 'pu_home'`),
    ).toBeUndefined();
    expect(await add('Elsewhere', 'manager2')).toMatchObject({ status: 403 });
  });

  it('carry a new name to the services that leave from them, and none to those of another region', async () => {
    await world.ask('manager', `update public.pickup_locations set name = 'New dock' where id = 'pu_home'`);
    expect(
      await world.look(
        `select territory_id, pickup_location, pickup_location_id from public.territory_transports where visible order by 1`,
      ),
    ).toEqual([
      { territory_id: 'lago', pickup_location: 'Dock', pickup_location_id: null },
      { territory_id: 'rio', pickup_location: 'New dock', pickup_location_id: 'pu_home' },
    ]);
    await world.ask(
      'manager',
      `update public.territory_transports set pickup_location = 'Lies', pickup_location_id = null where id = '${id.transport}'`,
    );
    await world.ask(
      'manager',
      `update public.territory_transports set pickup_location_id = 'pu_home' where id = '${id.transport}'`,
    );
    expect(
      await world.look(`select pickup_location from public.territory_transports where id = '${id.transport}'`),
    ).toEqual([{ pickup_location: 'New dock' }]);
  });

  it('take only web addresses as a link', async () => {
    const link = (text: string) =>
      world.refusal('manager', `update public.pickup_locations set map_link = '${text}' where id = 'pu_home'`);
    expect(await link('javascript:alert(1)')).toMatchObject({ code: '23514' });
    expect(await link('http://maps.test/x')).toBeUndefined();
  });
});
