import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionsInOrder } from '../support/connections.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the test database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has every migration applied', async () => {
    const [row] = await database.sql`select count(*)::int as count from supabase_migrations.schema_migrations`;
    expect(row?.count).toBeGreaterThan(0);
  });

  it('acts as an identity only inside its transaction', async () => {
    const sub = '00000000-0000-4000-8000-000000000001';
    const inside = await database.as(
      { role: 'authenticated', sub },
      (sql) => sql`select current_user as role, auth.uid() as uid`,
    );
    expect(inside[0]).toEqual({ role: 'authenticated', uid: sub });
    const outside = await database.sql`select current_user as role, auth.uid() as uid`;
    expect(outside[0]).toEqual({ role: 'postgres', uid: null });
  });

  it('uses one connection for calls one after another, and others for calls at the same time', async () => {
    const connection = () =>
      database.as({ role: 'anon' }, async (sql) => (await sql`select pg_backend_pid() as pid`)[0]?.pid as number);
    const [first, ...others] = await Promise.all([connection(), connection(), connection()]);
    expect(new Set([first, ...others]).size).toBe(3);
    expect([await connection(), await connection(), await connection()]).toEqual([first, first, first]);
  });

  it('lets calls wait when all connections are in use', async () => {
    const open = () => postgres(database.url, { max: 1 });
    const connections = connectionsInOrder(open(), 2, open);
    const order: number[] = [];
    const calls = [1, 2, 3, 4].map((n) =>
      connections.use(async (sql) => {
        order.push(n);
        return (await sql`select pg_backend_pid() as pid`)[0]?.pid as number;
      }),
    );
    await Promise.resolve();
    expect(order).toEqual([1, 2]);
    expect(new Set(await Promise.all(calls)).size).toBe(2);
    expect(order).toEqual([1, 2, 3, 4]);
    await connections.close();
  });

  it("refuses what the role can't do", async () => {
    await expect(database.as({ role: 'anon' }, (sql) => sql`select * from auth.users`)).rejects.toThrow(
      /permission denied/,
    );
  });

  it('keeps two databases separate', async () => {
    const other = await createTestDatabase();
    await other.sql`create table only_here (id int)`;
    const [row] = await database.sql`select to_regclass('public.only_here') as found`;
    expect(row?.found).toBeNull();
    await other.drop();
  });

  it('is like new after a test has used it', async () => {
    const rows = (sql: TestDatabase['sql']) => sql`
      select (select count(*) from public.territories) as territories, (select sum(value) from private.limits) as limits,
             (select count(*) from auth.users) as users`;
    const before = await rows(database.sql);
    const used = await createTestDatabase();
    await used.sql`insert into public.territories (id, name, description) values ('rio', 'Río', 'A river')`;
    await used.sql`update private.limits set value = value + 1`;
    await used.sql`insert into auth.users (id, email) values (gen_random_uuid(), 'one@example.test')`;
    expect(await rows(used.sql)).not.toEqual(before);
    await used.drop();
    const again = await createTestDatabase();
    expect(again.url).toBe(used.url);
    expect(await rows(again.sql)).toEqual(before);
    await again.drop();
  });

  it('is reused when a definition was changed and restored', async () => {
    const used = await createTestDatabase();
    await used.sql.unsafe(`create function public.only_here() returns trigger language plpgsql as 'begin return new; end';
      create trigger only_here before insert on public.territories for each row execute function public.only_here();
      create policy only_here on public.bookings for select using (true);
      alter table private.payments disable trigger payments_touch`);
    await used.sql.unsafe(`drop trigger only_here on public.territories; drop function public.only_here();
      drop policy only_here on public.bookings; alter table private.payments enable trigger payments_touch`);
    await used.drop();
    const again = await createTestDatabase();
    expect(again.url).toBe(used.url);
    await again.drop();
  });

  it.each([
    ['a function', "create or replace function public.my_data() returns jsonb language sql as 'select null::jsonb'"],
    ['a trigger', 'alter table private.payments disable trigger payments_touch'],
    ['a check', 'alter table public.departures drop constraint departures_check'],
    ['a policy', 'create policy open on public.bookings for select to authenticated using (true)'],
    ['row level security', 'alter table public.bookings disable row level security'],
    ['a grant', 'grant select on private.payments to authenticated'],
    ['a column', 'alter table public.currencies add control int'],
    ['a default', "alter table public.currencies alter symbol set default '$'"],
    ['an index', 'create index control on public.bookings (created_at, id)'],
    ['a type', "create type public.control as enum ('a')"],
  ])('is not reused when %s was changed', async (_what, statement) => {
    const used = await createTestDatabase();
    await used.sql.unsafe(statement);
    await used.drop();
    const next = await createTestDatabase();
    expect(next.url).not.toBe(used.url);
    await next.drop();
  });

  it('is not reused when a definition was changed, or while still in use', async () => {
    const changed = await createTestDatabase();
    await changed.sql`create or replace function public.only_here() returns int language sql as 'select 1'`;
    await changed.drop();
    const second = await createTestDatabase();
    expect(second.url).not.toBe(changed.url);
    const busy = postgres(second.url, { max: 1 });
    await busy.unsafe('begin');
    await second.drop();
    await busy.end();
    const third = await createTestDatabase();
    expect(third.url).not.toBe(second.url);
    await third.drop();
  });

  it.each([
    ['statistics were collected', 'analyze public.territories'],
    [
      'many rows are left',
      "insert into auth.users (id, email) select gen_random_uuid(), n || repeat('x', 200) || '@example.test' from generate_series(1, 8000) n",
    ],
  ])('is not reused when %s', async (_reason, statement) => {
    const used = await createTestDatabase();
    await used.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into public.territories (id, name, description) values ('rio', 'Río', 'A river')`;
      await sql.unsafe(statement);
    });
    await used.drop();
    const next = await createTestDatabase();
    expect(next.url).not.toBe(used.url);
    await next.drop();
  });
});
