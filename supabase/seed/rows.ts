import type { ISql, JSONValue, Parameter } from 'postgres';

export type Sql = ISql;
export type Row = Record<string, unknown>;

/**
 * Inserts rows of one shape in one statement. The table's types read the JSON, so arrays, dates and numerics need
 * no casts, and missing columns get their defaults. Table names are ours, never a user's.
 */
export async function insertRows(sql: Sql, table: string, rows: readonly Row[]): Promise<void> {
  const first = rows[0];
  if (first === undefined) return;
  const names = Object.keys(first);
  const columns = names.map((name) => `"${name}"`).join(', ');
  for (const row of rows) {
    if (Object.keys(row).length !== names.length || !names.every((name) => name in row)) {
      throw new Error(`Rows of ${table} differ in shape: ${Object.keys(row).join(', ')} against ${names.join(', ')}`);
    }
  }
  await sql.unsafe(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [toJson(sql, rows)],
  );
}

/** Returns rows as a jsonb parameter. Dates become ISO strings, and undefined becomes null. */
export function toJson(sql: Sql, rows: readonly Row[]): Parameter<JSONValue> {
  const plain = JSON.stringify(rows, (_key, value: unknown) => (value === undefined ? null : value));
  return sql.json(JSON.parse(plain) as JSONValue) as Parameter<JSONValue>;
}
