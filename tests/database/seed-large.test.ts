import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeId, largeTerritory, seedLarge } from '../../supabase/seed/large.ts';
import { addWork, servicesOf } from '../bench/manage/rows.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SIZES = { bookings: 1_003, experiences: 1_000, users: 1_000 };

let database: TestDatabase;
let indexesBefore: string[];

const indexes = async () => {
  const rows = await database.sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes where schemaname in ('public', 'private', 'auth') order by indexdef`;
  return rows.map(({ indexdef }) => indexdef);
};

beforeAll(async () => {
  database = await createTestDatabase();
  indexesBefore = await indexes();
  await seedLarge(database.url, SIZES);
});
afterAll(() => database?.drop());

/** Returns rows with a foreign key to a missing row, because the load runs with foreign keys off. */
async function orphans(): Promise<string[]> {
  const keys = await database.sql<{ name: string; query: string }[]>`
    select k.conname as name, format('select count(*)::int as n from %s c where num_nulls(%s) = 0 and not exists (select from %s p where %s)',
      k.conrelid::regclass, string_agg(format('c.%I', a.attname), ', '), k.confrelid::regclass,
      string_agg(format('p.%I = c.%I', b.attname, a.attname), ' and ')) as query
    from pg_constraint k
    cross join lateral unnest(k.conkey, k.confkey) as of_key (own, other)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = of_key.own
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = of_key.other
    where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace)
    group by k.oid`;
  const found: string[] = [];
  for (const { name, query } of keys) {
    const [row] = await database.sql.unsafe<{ n: number }[]>(query);
    if (row?.n !== 0) found.push(`${name}: ${row?.n}`);
  }
  expect(keys.length).toBeGreaterThan(60);
  return found.sort();
}

describe('the large load', { tags: ['nightly'] }, () => {
  it('creates the requested number of rows', async () => {
    const [row] = await database.sql`
      select (select count(*)::int from public.bookings) as bookings, (select count(*)::int from public.experiences) as experiences,
        (select count(*)::int from auth.users) as users`;
    expect(row).toEqual(SIZES);
  });

  it('keeps the invariants of bookings', async () => {
    expect(await database.sql`select * from service.check_invariants()`).toEqual([]);
  });

  it('leaves no row with a dangling reference', async () => {
    expect(await orphans()).toEqual([]);
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`update public.bookings set tourist_id = gen_random_uuid() where id = ${largeId('booking', 0)}`;
    });
    expect(await orphans()).toEqual(['bookings_tourist_card_fkey: 1', 'bookings_tourist_id_fkey: 1']);
    await database.sql`update public.bookings set tourist_id = ${largeId('user', 0)} where id = ${largeId('booking', 0)}`;
  });

  it('restores every index', async () => {
    expect(await indexes()).toEqual(indexesBefore);
  });

  it('computes roles, shares and averages like the triggers', async () => {
    const roles = await database.sql`
      select p.id from public.profiles p
      where p.roles <> (select array_agg(g.role order by g.role) from private.role_grants g where g.user_id = p.id)
        and p.roles <> (select array_agg(g.role order by g.role desc) from private.role_grants g where g.user_id = p.id)`;
    expect(roles).toEqual([]);
    const shares = await database.sql`
      select b.id from public.bookings b cross join lateral private.split_amount(b.total_price, 'GTQ', 0) s
      join private.ledger l on l.booking_id = b.id and l.kind = 'sale'
      where l.amount <> case l.party when 'operator' then s.operator when 'territory' then s.territory else s.app end`;
    expect(shares).toEqual([]);
  });

  it('shows a guide and a guest their own rows through the access rules', async () => {
    const guide = largeId('user', 3);
    const [led] = await database.as(
      { role: 'authenticated', sub: guide },
      (sql) =>
        sql`select count(*)::int as n, count(distinct guide_id)::int as guides, min(territory_id) as territory from public.bookings`,
    );
    expect(led).toMatchObject({ guides: 1, territory: largeTerritory(3) });
    const [own] = await database.as(
      { role: 'authenticated', sub: largeId('user', SIZES.users - 1) },
      (sql) => sql`select count(*)::int as n from public.bookings`,
    );
    expect(own?.n).toBeGreaterThan(0);
    expect(own?.n).toBeLessThan(20);
  });

  it('leaves no row with a dangling reference after adding the rows of the work screens', async () => {
    await addWork(database.url, SIZES);
    expect(await orphans()).toEqual([]);
    const [row] = await database.sql`
      select count(*)::int as services, count(*) filter (where exists (select from public.slots l where l.service_id = s.id))::int as with_slot
      from public.services s where kind = 'transport'`;
    expect(row).toEqual({ services: servicesOf(SIZES), with_slot: servicesOf(SIZES) });
  });

  it('is refused twice, and for nonsensical sizes', async () => {
    await expect(seedLarge(database.url, SIZES)).rejects.toThrow(/already holds a large load/);
    await expect(seedLarge(database.url, { bookings: 12 })).rejects.toThrow(/bookings must be/);
  });
});
