import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fixture, sharedFixture } from './fixture.ts';
import { id, type Who } from './identities.ts';

// What visitors can read about people, column by column, and why. A signed-in tourist reads no other rows except their
// own: the matrix tests it table by table. All other columns for visitors are in docs/public-data.md and name no one.

sharedFixture();

/** Columns that refer to a person, or to bookings, which refer to one. */
const READ_BY_STRANGERS: Record<string, string> = {
  'conditions.posted_by': 'who wrote a condition signs it',
  'profile_cards.id': 'the public face of who has written or offers something',
  'reviews.author_id': 'a review is signed',
  'services.guide_id': 'the guide is part of what is offered',
  'territory_messages.user_id': 'a message on the board is signed',
};

it('visitors read only what people have published about themselves', async () => {
  const rows = await fixture.look<{ name: string }>(`
    select distinct format('%s.%s', c.relname, a.attname) as name
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
      and k.confrelid in ('public.profiles'::regclass, 'public.profile_cards'::regclass, 'auth.users'::regclass,
        'public.bookings'::regclass)
      and has_column_privilege('anon', c.oid, a.attnum, 'select')
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(READ_BY_STRANGERS));
});

it('only the follower reads which territories they follow', async () => {
  const followers = 'select count(*)::int from public.territory_followers';
  expect(await fixture.refusal('anon', followers)).toMatchObject({ status: 403 });
  const [all] = await fixture.look<{ count: number }>(followers);
  expect(all?.count).toBeGreaterThan(1);
  for (const who of ['tourist', 'manager', 'admin'] as const) {
    const others = `${followers} where user_id is distinct from auth.uid()`;
    expect(await fixture.ask(who, others), who).toBe(0);
  }
  expect(await fixture.ask('tourist', followers)).toBe(2);
});

it('docs/public-data.md lists each column that visitors can read, with a reason', async () => {
  const text = await readFile(new URL('../../../docs/public-data.md', import.meta.url), 'utf8');
  const lines = [...text.matchAll(/^\| ([a-z_]+) \| (`.+`) \| (.+) \|$/gm)];
  const listed = lines.flatMap(([, table, columns = '']) =>
    [...columns.matchAll(/`([a-z_]+)`/g)].map(([, column]) => `${table}.${column}`),
  );
  const readable = await fixture.look<{ name: string }>(`
    select format('%s.%s', c.relname, a.attname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
      and has_column_privilege('anon', c.oid, a.attnum, 'select')`);
  expect(listed.sort()).toEqual(readable.map(({ name }) => name).sort());
});

it('a hidden service leaves no row to strangers in any table that refers to services', async () => {
  const columns = await fixture.look<{ table: string; column: string }>(`
    select c.oid::regclass::text as table, a.attname as column
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.services'::regclass
      and has_column_privilege('anon', c.oid, a.attnum, 'select')
    union values ('services', 'id'), ('experiences', 'id'), ('experience_timeslots', 'experience_id')
    order by 1`);
  const seen = async (who: Who) => {
    const counts = await Promise.all(
      columns.map(async ({ table, column }) => {
        const rows = `select count(*)::int from ${table} where ${column} = '${id.experience}'`;
        return Number(await fixture.ask(who, rows)) > 0 ? [table] : [];
      }),
    );
    return counts.flat();
  };
  const tables = columns.map(({ table }) => table);
  expect(tables).toContain('reviews');
  expect(await seen('anon')).toEqual(tables);
  await fixture.sql`update public.services set visible = false where id = ${id.experience}`;
  expect(await seen('anon')).toEqual([]);
  expect(await seen('guide2')).toEqual([]);
  expect(await seen('staff')).toEqual(tables);
  // People who have booked it still read the alerts of their trip.
  expect(await seen('tourist')).toContain('condition_services');
});
