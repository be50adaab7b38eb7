import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { minimumShape } from './minimum';

const minimum = z.nullable(minimumShape);

export interface BookedDeparture {
  kind: ServiceKind;
  serviceId: string;
  timeslotId: string | null;
  date: string;
}

/** Polled, as other people's bookings cause no events. */
const REFRESH_MS = 60_000;

/** The key of all: refetched when a departure is confirmed. */
export const minimumKey = ['departure-minimum'] as const;

/** A departure's guests and minimum. */
export const minimumQuery = ({ kind, serviceId, timeslotId, date }: BookedDeparture) =>
  queryOptions({
    queryKey: [...minimumKey, kind, serviceId, timeslotId, date],
    queryFn: async ({ signal }) =>
      readAnswer(
        minimum,
        await run(
          (db) =>
            db
              .rpc('departure_minimum', {
                p_kind: kind,
                p_service_id: serviceId,
                // The generated type requires a string; transport has no slot.
                p_timeslot_id: timeslotId as string,
                p_date: date,
              })
              .abortSignal(signal),
          msg`Failed to load data. Please try again later.`,
        ),
      ),
    // Refetched at each step of a checkout, as the own booking counts in the next.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  });
