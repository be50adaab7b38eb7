/** Thrown if the data was created by another release of Postgres, or by migrations that have changed. */
export class OutdatedData extends Error {}
