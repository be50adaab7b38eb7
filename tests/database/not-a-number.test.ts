import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// Postgres counts 'NaN' as larger than every number, so `check (price > 0)` accepts it, and one such price spoils
// every sum.

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the checks that only name this column, as expressions of it. Null for a column without one. */
const numericColumns = () => database.sql<{ name: string; column: string; type: string; checks: string | null }[]>`
  select c.oid::regclass || '.' || a.attname as name, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type,
    (select string_agg('coalesce(' || pg_get_expr(k.conbin, k.conrelid) || ', true)', ' and ')
       from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.atttypid in ('numeric'::regtype, 'float8'::regtype, 'float4'::regtype)
  order by 1`;

it('no column accepts NaN', async () => {
  const columns = await numericColumns();
  expect(columns.length).toBeGreaterThan(15);
  const taking: string[] = [];
  for (const { name, column, type, checks } of columns) {
    const [row] = await database.sql.unsafe(
      `select ${checks ?? 'true'} as taken from (select 'NaN'::${type} as ${column}) one`,
    );
    if (row?.taken) taking.push(name);
  }
  expect(taking).toEqual([]);
});

it('control: a check of a price above zero accepts it', async () => {
  const [row] = await database.sql`select 'NaN'::numeric(12, 2) > 0 as taken`;
  expect(row).toEqual({ taken: true });
});
