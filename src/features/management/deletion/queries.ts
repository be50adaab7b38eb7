import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';

/** What is deleted, hidden or deactivated; of a driver the id is that of their row in `shuttle_drivers`. */
export type TouchedKind =
  | 'territory'
  | 'experience'
  | 'transport'
  | 'pickup'
  | 'guide'
  | 'driver'
  | 'schedule'
  | 'partner';

export interface Touched {
  territoryId: string;
  kind: TouchedKind;
  id: string;
}

const upcomingShape = z.object({
  bookings: z.number(),
  guests: z.number(),
  departures: z.number(),
  /** The day of the last one; null where there is none. */
  last_date: z.nullable(z.string()),
});

/** The bookings of today and later that deleting or hiding it touches, read again each time it is about to happen. */
export const upcomingBookingsQuery = ({ territoryId, kind, id }: Touched) =>
  queryOptions({
    queryKey: ['upcoming-bookings', territoryId, kind, id],
    queryFn: async ({ signal }) => {
      const args = { p_territory_id: territoryId, p_kind: kind, p_id: id };
      const failed = msg`We couldn't find out which upcoming bookings this affects.`;
      return readAnswer(
        upcomingShape,
        await run((db) => db.rpc('upcoming_bookings', args).abortSignal(signal), failed),
      );
    },
    staleTime: 0,
    gcTime: 0,
  });
