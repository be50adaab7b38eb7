import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { sendIdempotent } from '@/lib/api/send-idempotent';

const announced = z.object({ minutes: z.number(), told: z.number() });

/**
 * Announces that a departure is late, or on time again with 0, and returns the number of bookings whose guests are
 * notified. `before` is the delay that the person saw, so that a repeated request is told from a new one.
 */
export const announceDelay = async (departureId: string, before: number, minutes: number): Promise<number> =>
  sendIdempotent(
    `delay-${departureId}`,
    `${before} ${minutes}`,
    async (key) =>
      readAnswer(
        announced,
        await run(
          (db) => db.rpc('set_departure_delay', { p_departure_id: departureId, p_minutes: minutes, p_key: key }),
          msg`We couldn't send this, so guests haven't been told.`,
        ),
      ).told,
  );
