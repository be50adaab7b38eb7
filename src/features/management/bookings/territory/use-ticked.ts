import { useState } from 'react';
import type { TerritoryBooking } from '@/features/management/bookings/queries';

/** The largest number of bookings for one action, as in the database (private.check_ticked). */
export const MAX_TICKED = 100;

/**
 * Manages the selected bookings of a list. Bookings that leave the list are deselected. When the filters change
 * (`list` identifies them), the selection is cleared.
 */
export function useTicked(rows: readonly TerritoryBooking[] | undefined, list: string) {
  const [ticks, setTicks] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: new Set() });
  const ids = ticks.list === list ? ticks.ids : new Set<string>();
  const ticked = (rows ?? []).filter((row) => ids.has(row.id));
  return {
    ticked,
    has: (row: TerritoryBooking) => ids.has(row.id),
    /** Returns false if the selection would have become too large. */
    set: (some: readonly TerritoryBooking[], on: boolean): boolean => {
      const next = new Set(ticked.map((row) => row.id));
      for (const { id } of some) {
        if (!on) next.delete(id);
        else if (next.size < MAX_TICKED) next.add(id);
      }
      setTicks({ list, ids: next });
      return !on || some.every(({ id }) => next.has(id));
    },
    clear: () => setTicks({ list, ids: new Set() }),
  };
}
export type Ticked = ReturnType<typeof useTicked>;
