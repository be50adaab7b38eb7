import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** What the database says to a name that it does not have: a table, a column, a function or a schema. */
const UNKNOWN = ['42P01', '42703', '42883', '3F000'];

/** Its queries are for the database of another release. */
const OTHER_RELEASE = 'chaos/release/';

/** The whole queries of a file, with a parameter for each value. Parts of queries are left out. */
const queriesOf = (source: string): string[] =>
  [...source.matchAll(/\bsql(?:<[^`]*?>)?`\s*((?:select|update|insert|delete|with)\b[^`]*)`/g)]
    .map(([, query = '']) => query)
    // Of tables that the benchmarks create.
    .filter((query) => !/\b(?:bench|chaos)\./.test(query))
    .filter((query) => !/\$\{[^}]*(?:sql|[{(])/.test(query))
    .map((query) => {
      let n = 0;
      return query.replaceAll(/\$\{[^}]*\}/g, () => `$${++n}`);
    });

/** The names in the queries that the database does not have. */
async function unknownNames({ sql }: TestDatabase, queries: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const query of queries) {
    const refusal = await sql.unsafe(`prepare bench_query as ${query}`).then(
      () => sql.unsafe('deallocate bench_query').then(() => undefined),
      (error: { code: string; message: string }) => error,
    );
    if (refusal && UNKNOWN.includes(refusal.code)) found.push(`${refusal.message}: ${query.trim().slice(0, 80)}`);
  }
  return found;
}

test('the benchmarks query existing columns and functions', async () => {
  const db = await createTestDatabase();
  try {
    const files = readdirSync('tests/bench', { recursive: true, encoding: 'utf8' });
    const own = files.filter((file) => file.endsWith('.ts') && !file.startsWith(OTHER_RELEASE));
    const sources = own.map((file) => readFileSync(`tests/bench/${file}`, 'utf8'));
    const queries = sources.flatMap(queriesOf);
    expect(queries.length).toBeGreaterThan(20);
    expect(await unknownNames(db, queries)).toEqual([]);
    expect(await unknownNames(db, queriesOf('sql`select p.adds_to from private.charges p`'))).toHaveLength(1);
  } finally {
    await db.drop();
  }
});
