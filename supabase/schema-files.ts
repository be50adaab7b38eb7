import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';

export interface SchemaFile {
  /** The path below supabase/schemas, such as `bookings/holds.sql`. */
  name: string;
  sql: string;
}

/** Returns the files of supabase/schemas in the order in which they are applied, which supabase/config.toml lists. */
export function schemaFiles(): SchemaFile[] {
  const config = parse(readFileSync(new URL('config.toml', import.meta.url), 'utf8')) as unknown as {
    db: { migrations: { schema_paths: string[] } };
  };
  return config.db.migrations.schema_paths.map((path) => ({
    name: path.replace('./schemas/', ''),
    sql: readFileSync(new URL(path, import.meta.url), 'utf8'),
  }));
}
