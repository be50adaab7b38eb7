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

/** Others book meanwhile, and guests are not told of each of them. */
const REFRESH_MS = 60_000;

/** All of them: who is told that a departure takes place reads its number again. */
export const minimumKey = ['departure-minimum'] as const;

/** How many guests a departure has of those that it needs, for whoever would book it or has. */
export const minimumQuery = ({ kind, serviceId, slotId, date }: BookedDeparture) =>
  queryOptions({
    queryKey: [...minimumKey, kind, serviceId, slotId, date],
    queryFn: async ({ signal }) =>
      readAnswer(
        minimum,
        await run(
          (db) =>
            db
              .rpc('departure_minimum', {
                p_kind: kind,
                p_service_id: serviceId,
                // The generated type says that every argument is a text; transport has no slot.
                p_slot_id: slotId as string,
                p_date: date,
              })
              .abortSignal(signal),
          msg`Failed to load data. Please try again later.`,
        ),
      ),
    // Each step of a checkout asks anew: one's own booking counts in the next one.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: true,
  });
