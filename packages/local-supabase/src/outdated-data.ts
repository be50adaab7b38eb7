/** The data was made by another release of Postgres, or by migrations that have changed since. */
export class OutdatedData extends Error {}
