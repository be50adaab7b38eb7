import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../supabase/seed/bookings.ts';
import { Calendar } from '../../supabase/seed/calendar.ts';
import { AlreadySeededError, seed } from '../../supabase/seed/index.ts';
import { mediaObjects } from '../../supabase/seed/media.ts';
import { planBookings } from '../../supabase/seed/plan.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await seed(database.url);
});
afterAll(() => database?.drop());

async function count(query: string): Promise<number> {
  const [row] = await database.sql.unsafe<{ n: number }[]>(`select count(*)::int as n from ${query}`);
  return row?.n ?? -1;
}

describe('the seed data', () => {
  it('have the territories, with one of them featured', async () => {
    const rows = await database.sql<{ id: string; featured: boolean }[]>`select id, featured from public.territories`;
    expect(rows.map(({ id }) => id).sort()).toEqual(
      ['antigua', 'lake-atitlan', 'livingston', 'peten', 'rio-dulce', 'semuc-champey'].sort(),
    );
    expect(rows.filter(({ featured }) => featured).map(({ id }) => id)).toEqual(['rio-dulce']);
  });

  it('have commissions marked paid exactly where the partner was paid', async () => {
    const different = await count(`public.commissions c join public.referrals r on r.id = c.referral_id
      join private.shares s on s.booking_id = r.booking_id and s.party = 'partner' where (s.paid <> 0) <> (c.status = 'paid')`);
    expect(different).toBe(0);
  });

  it('have experiences of every kind', async () => {
    expect(await count('public.experiences')).toBeGreaterThanOrEqual(36);
    for (const type of ['shared', 'private', 'both']) {
      expect(await count(`public.experiences where booking_type = '${type}'`), type).toBeGreaterThan(2);
    }
    for (const sort of ['not visible', 'featured', 'passport_required', 'guide_id is null', 'cash_allowed']) {
      expect(await count(`public.experiences where ${sort}`), sort).toBeGreaterThan(1);
    }
    expect(await count('public.experiences where featured and featured_order is null')).toBe(0);
    expect(
      await count(
        `public.experiences e where not exists (select from public.experience_timeslots s where s.experience_id = e.id)`,
      ),
    ).toBe(0);
  });

  it('have transport of every kind', async () => {
    expect(await count('public.territory_transports')).toBeGreaterThanOrEqual(14);
    for (const kind of ['shuttle', 'boat', 'car']) {
      expect(await count(`public.territory_transports where transport_type_id = '${kind}'`), kind).toBeGreaterThan(1);
    }
    expect(await count(`public.territory_transports where departure_time is null`)).toBeGreaterThan(1);
    expect(await count(`public.territory_transports where pickup_location_id is null`)).toBe(0);
  });

  it('have departures that are sold out in the next days', async () => {
    const rows = await database.sql`
      select from public.departures
      where service_date between current_date and current_date + 4 and sold = capacity and not exclusive`;
    expect(rows.length).toBeGreaterThan(3);
  });

  it('have bookings in every status, past and future', async () => {
    const rows = await database.sql<{ status: string }[]>`select distinct status from public.bookings`;
    expect(rows.map(({ status }) => status).sort()).toEqual(
      ['cancelled', 'checked_in', 'confirmed', 'no_show', 'ordered', 'paid', 'refunded'].sort(),
    );
    expect(await count('public.bookings where booking_date < current_date - 60')).toBeGreaterThan(100);
    expect(await count('public.bookings where booking_date > current_date + 20')).toBeGreaterThan(20);
    expect(await count(`public.bookings where kind = 'transport'`)).toBeGreaterThan(200);
    expect(await count('public.bookings where created_at > now() or checked_in_at > now()')).toBe(0);
  });

  it('have arrivals only at their allowed time', async () => {
    const arrivals = `private.booking_facts b join public.territories t on t.id = b.territory_id
      cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w where b.check_in_status <> 'pending'`;
    expect(await count(arrivals)).toBeGreaterThan(100);
    expect(
      await count(`${arrivals} and not coalesce(b.checked_in_at < w.arrival_until and b.checked_in_at >=
        case b.check_in_status when 'no_show' then w.no_show_from else w.check_in_from end, false)`),
    ).toBe(0);
  });

  it('give the accounts something to look at', async () => {
    const own = (email: string, condition: string) =>
      count(`public.bookings b join public.profiles p on p.email = '${email}@territorio.test' where ${condition}`);
    expect(
      await own(
        'tourist',
        `b.tourist_id = p.id and b.status in ('paid', 'confirmed') and b.booking_date >= current_date - 1`,
      ),
    ).toBeGreaterThan(3);
    expect(await own('tourist', `b.tourist_id = p.id and b.status = 'cancelled'`)).toBe(1);
    expect(
      await own(
        'guide',
        `b.guide_id = p.id and b.status in ('paid', 'confirmed') and b.booking_date between current_date - 1 and current_date + 1`,
      ),
    ).toBeGreaterThan(3);
    expect(
      await count(
        `public.profiles p where p.email like any ('{tourist@%,guide@%,manager@%,staff@%,shuttle@%,driver@%,partner@%,admin@%}')`,
      ),
    ).toBe(8);
    // The driver has a departure with passengers today and tomorrow, counted from the day on which the seed was
    // written, because midnight may have passed since.
    expect(
      await count(
        `generate_series(-1, 1) k cross join lateral (select (now() at time zone 'America/Guatemala')::date + k as day) x
          where exists (select from public.bookings b
            join private.departure_drivers(b.slot_id, b.booking_date) r on true join public.profiles p on p.id = r.driver_id
            where b.booking_date = x.day and private.is_live(b.status) and p.email = 'driver@territorio.test')`,
      ),
    ).toBeGreaterThanOrEqual(2);
    expect(await count(`public.referral_links where code = 'HOTEL1' and active`)).toBe(1);
    expect(await count('public.booking_codes')).toBe(await count('public.all_bookings'));
  });
});

describe('the books of the seed data', () => {
  it('keep every invariant', async () => {
    expect(await database.sql`select * from service.check_invariants()`).toEqual([]);
  });

  it("control: don't keep them with one seat too many, or one ledger row too few", async () => {
    const broken = await database.sql
      .begin(async (sql) => {
        await sql`update public.departures set sold = sold + 1 where id = (select id from public.departures where sold < capacity and sold > 0 limit 1)`;
        await sql`delete from private.ledger where id = (select max(id) from private.ledger where party = 'operator')`;
        throw Object.assign(new Error('undo'), {
          rules: await sql`select distinct rule from service.check_invariants()`,
        });
      })
      .catch((error: Error & { rules: { rule: string }[] }) => error.rules.map(({ rule }) => rule));
    expect(broken.sort()).toEqual([
      'a share is what the ledger has',
      'ledger = captured - refunded - disputed',
      'sold = seats of live bookings',
    ]);
  });

  it('have each sale as a booking writes it', async () => {
    const rows = await database.sql`
      select b.id from public.bookings b
      left join public.referral_links l on l.id = b.referral_link_id
      cross join lateral private.split_amount(b.total_price, b.currency_code, coalesce(private.commission_of(l.user_id, b.territory_id), 0)) s
      join private.ledger x on x.booking_id = b.id and x.kind = 'sale'
      where x.amount <> case x.party when 'operator' then s.operator when 'territory' then s.territory when 'app' then s.app else s.partner end`;
    expect(rows).toEqual([]);
    // Paying again changes nothing, because the function finds its own rows.
    const [paid] = await database.sql<{ id: string }[]>`select id from public.bookings where status = 'paid' limit 1`;
    const [again] = await database.sql`select private.record_sale(${paid?.id ?? ''}) as written`;
    expect(again?.written).toBe(false);
  });

  it('leave nothing to do at the payment provider, and no email to send', async () => {
    expect(await count(`private.charges where method = 'card' and status <> 'succeeded'`)).toBe(0);
    expect(await count(`private.stripe_ops where state <> 'done'`)).toBe(0);
    expect(await count(`private.outbox`)).toBe(0);
    const [swept] = await database.sql<{ swept: Record<string, unknown> }[]>`select service.release_expired() as swept`;
    expect(swept?.swept).toEqual({ released: 0, cancel_queued: 0, payment_intents: [] });
  });

  it('leave every guest a cash booking to make', async () => {
    const rows = await database.sql`
      select tourist_id from public.bookings where payment_method = 'cash' and status in ('ordered', 'confirmed') and booking_date >= current_date - 1
      group by tourist_id having count(*) > 2`;
    expect(rows).toEqual([]);
  });
});

describe('relations in the seed data', () => {
  // Each query finds rows that point into another territory.
  const crossings: Record<string, string> = {
    'departure of an experience': `public.departures d join public.experiences e on e.id = d.service_id where e.territory_id <> d.territory_id`,
    'departure of a transport': `public.departures d join public.territory_transports t on t.id = d.service_id where t.territory_id <> d.territory_id`,
    'departure and slot': `public.departures d join public.slots s on s.id = d.slot_id where s.service_id <> d.service_id`,
    'booking and departure': `public.all_bookings b join public.departures d on d.id = b.departure_id where d.territory_id <> b.territory_id or d.service_date <> b.booking_date`,
    hold: `private.holds h join public.departures d on d.id = h.departure_id where d.territory_id <> h.territory_id`,
    ledger: `private.ledger l join public.all_bookings b on l.booking_id = b.id where b.territory_id <> l.territory_id`,
    guide: `public.experiences e where guide_id is not null and not private.user_has_role(e.guide_id, 'tour_guide', e.territory_id)`,
    tag: `public.experience_tags x join public.experiences e on e.id = x.experience_id join public.territory_tags t on t.id = x.tag_id where t.territory_id <> e.territory_id`,
    pickup: `public.territory_transports t join public.pickup_locations p on p.id = t.pickup_location_id where p.territory_id <> t.territory_id or coalesce(private.pickup_name(p, t.language), p.name) <> t.pickup_location`,
    reply: `public.territory_messages r join public.territory_messages m on m.id = r.parent_id where m.territory_id <> r.territory_id or m.created_at >= r.created_at`,
    earning: `public.commission_earnings e where not private.user_has_role(e.user_id, e.role, e.territory_id)`,
    review: `public.reviews r join public.all_bookings b on r.booking_id = b.id where b.territory_id <> r.territory_id or b.tourist_id <> r.author_id`,
  };
  it.each(Object.entries(crossings))('stay within a territory: %s', async (_name, query) => {
    expect(await count(query)).toBe(0);
  });

  it('let only guests who were there review, with the correct averages', async () => {
    expect(await count(`public.reviews`)).toBeGreaterThan(200);
    expect(
      await count(
        `public.reviews r join public.all_bookings b on r.booking_id = b.id where b.check_in_status <> 'checked_in'`,
      ),
    ).toBe(0);
    const off = await database.sql`
      select e.id from public.experiences e
      cross join lateral (
        select round(avg(r.rating), 2) as average, count(*) as number from public.reviews r where r.service_id = e.id) own
      where e.rating_average is distinct from own.average or e.rating_count <> own.number`;
    expect(off).toEqual([]);
  });

  it('have reviews of every visible service, none twice, and some in Spanish', async () => {
    expect(await count(`(select text from public.reviews group by text having count(*) > 1) twice`)).toBe(0);
    const without = await database.sql`
      select title from public.experiences where visible and rating_count = 0
      union all select title from public.territory_transports where visible and rating_count = 0`;
    expect(without).toEqual([]);
    expect(await count(`public.reviews where text ~ '[¿¡ñ]| (que|muy|los) '`)).toBeGreaterThan(20);
  });

  it('have listings in both languages, some written in Spanish, one untranslated and one outdated', async () => {
    const rows = await database.sql<{ language: string; es: boolean; en: boolean; stale: boolean }[]>`
      select language, translations ? 'es' as es, translations ? 'en' as en, jsonb_path_exists(translations, '$.*.stale') as stale
        from public.experiences`;
    expect(rows.filter(({ language, en }) => language === 'es' && en).length).toBeGreaterThan(1);
    expect(rows.filter(({ language, es }) => language === 'en' && es).length).toBeGreaterThan(20);
    expect(rows.filter(({ es, en }) => !es && !en).length).toBeGreaterThan(0);
    expect(rows.filter(({ stale }) => stale)).toHaveLength(1);
    const [territory] =
      await database.sql`select translations #>> '{es,meeting_point}' as place from public.territories where id = 'rio-dulce'`;
    expect(territory?.place).toMatch(/muelle/i);
    const [tag] =
      await database.sql`select count(*)::int as n from public.territory_tags where not translations ? 'es'`;
    expect(tag?.n).toBe(0);
  });

  it('let about a third of the guests write Spanish', async () => {
    const spanish = await count(
      `public.reviews r join public.profiles p on p.id = r.author_id where p.language = 'es'`,
    );
    expect(spanish / (await count('public.reviews'))).toBeGreaterThan(0.25);
  });

  it('leave the language of the accounts on the start page to those who sign in', async () => {
    const named = `email like any ('{tourist@%,guide@%,manager@%,staff@%,shuttle@%,driver@%,partner@%,admin@%}')`;
    expect(await count(`public.profiles where ${named} and language is not null`)).toBe(0);
    expect(await count(`public.profiles where not ${named} and language is null`)).toBe(0);
  });

  it('let one person take a shuttle', async () => {
    expect(
      await count(`public.territory_transports where transport_type_id = 'shuttle' and visible and min_spots > 1`),
    ).toBe(0);
  });

  it('give each service its own first picture', async () => {
    const shared = await database.sql`
      select split_part(url, '#', 1) as picture, count(*)::int as services from (
        select image_urls[1] as url from public.experiences
        union all select image_urls[1] from public.territory_transports) first
      group by 1 having count(*) > 1`;
    expect(shared).toEqual([]);
  });

  it('show only pictures in the repository', async () => {
    const rows = await database.sql<{ url: string }[]>`
      select unnest(image_urls) as url from public.territories
      union select unnest(image_urls) from public.experiences
      union select unnest(image_urls) from public.territory_transports
      union select unnest(media_urls) from public.user_submissions
      union select avatar_url from public.profiles where avatar_url is not null`;
    const objects = await mediaObjects();
    const names = new Set(objects.map(({ name }) => `/storage/v1/object/public/media/${name}`));
    const bare = rows.map(({ url }) => url.split('#')[0] ?? '');
    expect(bare.length).toBeGreaterThan(40);
    expect(bare.filter((url) => !names.has(url))).toEqual([]);
    // Each picture exists in every width and format.
    const scenes = bare.filter((url) => url.includes('/scenes/')).map((url) => url.replace(/\.webp$/, ''));
    const variants = scenes.flatMap((url) =>
      [480, 720, 960, 1600].flatMap((w) => [`${url}/w${w}.avif`, `${url}/w${w}.webp`]),
    );
    expect(variants.filter((url) => !names.has(url))).toEqual([]);
    expect(objects.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(names.has('/storage/v1/object/public/media/scenes/none.webp')).toBe(false);
  });
});

describe('seeding', () => {
  it('is refused the second time and changes nothing', async () => {
    const before = await count('public.all_bookings');
    await expect(seed(database.url)).rejects.toThrow(AlreadySeededError);
    expect(await count('public.all_bookings')).toBe(before);
  });

  it('plans the same for the same moment, and works on any day of the week and at any hour', () => {
    const monday = Date.parse('2026-11-23T05:59:00Z');
    const at = (hours: number) => new Calendar(new Date(monday + hours * 3_600_000));
    expect(planBookings(at(0)).bookings.map(({ name, status, people }) => [name, status, people])).toEqual(
      planBookings(at(0)).bookings.map(({ name, status, people }) => [name, status, people]),
    );
    for (let hours = 0; hours < 7 * 24; hours += 11) {
      const calendar = at(hours);
      const { bookings, departures } = planBookings(calendar);
      expect(departures.filter(({ sold, offer }) => sold > offer.capacity)).toEqual([]);
      const settled = bookings.map((booking) => settle(booking, calendar));
      expect(settled.filter(({ madeAt }) => madeAt > calendar.now).map(({ name }) => name)).toEqual([]);
      expect(settled.filter(({ status, startsAt }) => status === 'checked_in' && startsAt > calendar.now)).toEqual([]);
    }
  });
});

describe('the access rules with seed data', () => {
  const idOf = async (email: string) => {
    const [row] = await database.sql<
      { id: string }[]
    >`select id from public.profiles where email = ${`${email}@territorio.test`}`;
    return row?.id ?? '';
  };

  it("show a guest the public marketplace and nothing of other people's bookings", async () => {
    const [seen] = await database.as({ role: 'anon' }, (sql) => sql`select count(*)::int as n from public.experiences`);
    expect(seen?.n).toBe(await count('public.experiences where visible'));
    await expect(database.as({ role: 'anon' }, (sql) => sql`select from public.bookings`)).rejects.toThrow(
      /permission denied/,
    );
  });

  it('show the guide only the bookings of their own experiences', async () => {
    const guide = await idOf('guide');
    const rows = await database.as(
      { role: 'authenticated', sub: guide },
      (sql) => sql`select distinct guide_id from public.bookings`,
    );
    expect(rows.map(({ guide_id }) => guide_id)).toEqual([guide]);
  });
});
