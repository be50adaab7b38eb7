import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('refuses what the role may not do', async () => {
    await expect(database.as({ role: 'anon' }, (sql) => sql`select * from auth.users`)).rejects.toThrow(
      /permission denied/,
    );
  });

  it('keeps two databases apart', async () => {
    const other = await createTestDatabase();
    await other.sql`create table only_here (id int)`;
    const [row] = await database.sql`select to_regclass('public.only_here') as found`;
    expect(row?.found).toBeNull();
    await other.drop();
  });
});
