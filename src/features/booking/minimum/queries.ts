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
  slotId: string;
  date: string;
}

const REFRESH_MS = 60_000;

/** The key of all these queries, which are refetched when a departure is confirmed. */
export const minimumKey = ['departure-minimum'] as const;

/** Returns how many guests a departure has and needs, for people who booked it or may book it. */
export const minimumQuery = ({ serviceId, slotId, date }: BookedDeparture) =>
  queryOptions({
    queryKey: [...minimumKey, serviceId, slotId, date],
    queryFn: async ({ signal }) =>
      readAnswer(
        minimum,
        await run(
          (db) =>
            db
              .rpc('departure_minimum', {
                p_service_id: serviceId,
                // The generated type requires a string, but transport has no slot.
                p_slot_id: slotId as string,
                p_date: date,
              })
              .abortSignal(signal),
          msg`Failed to load data. Please try again later.`,
        ),
      ),
    // The count is refetched at each step of a checkout, because the guest's own booking changes it.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  });
