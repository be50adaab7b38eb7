import type { LargeSizes } from '../../../supabase/seed/large.ts';

/** A database with the rows that the work screens list. */
export interface Loaded {
  url: string;
  sizes: LargeSizes;
}

/** A thousand rows in each table: of bookings in each territory, of everything else in all of them together. */
export const FEW: LargeSizes = { bookings: 20_000, experiences: 1000, users: 1000 };
