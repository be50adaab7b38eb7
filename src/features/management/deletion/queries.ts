import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';

/** The kinds of things that can be deleted, hidden or deactivated. A driver's id is the one in `shuttle_drivers`. */
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
  /** The date of the last booking, or null if there are none. */
  last_date: z.nullable(z.string()),
});

/** Returns the affected bookings from today on. They are refetched each time. */
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
