/**
 * The database that is bootstrapped and migrated; `createTestDatabase()` clones it. A mutation run names another one, in which a rule
 * is broken.
 */
export const TEMPLATE = process.env.TEST_TEMPLATE ?? 'territorio_template';

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.href;
}
