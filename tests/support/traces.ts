import type postgres from 'postgres';

/**
 * Returns rows of public, private and auth that contain one of the words in any column, as `table: row`: the traces
 * of a deleted person.
 */
export async function traces(sql: postgres.Sql, words: string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth') order by 1`;
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike any ($1::text[])`,
      [patterns as never],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
