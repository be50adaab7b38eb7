/** The database that is bootstrapped and migrated; `createTestDatabase()` clones it. */
export const TEMPLATE = 'territorio_template';

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.href;
}
