import type { LargeSizes } from '../../../supabase/seed/large.ts';

/** A database with the rows that the work screens list. */
export interface Loaded {
  url: string;
  sizes: LargeSizes;
}

/** Gives each table a thousand rows: bookings per territory, everything else in all territories together. */
export const FEW: LargeSizes = { bookings: 20_000, experiences: 1000, users: 1000 };
