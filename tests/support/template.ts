/**
 * The prepared, migrated database that `createTestDatabase()` clones. A mutation run names another one, with a
 * broken rule.
 */
export const TEMPLATE = process.env.TEST_TEMPLATE ?? 'territorio_template';

/** Returns the address of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const target = new URL(url);
  target.pathname = `/${database}`;
  return target.href;
}
