import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { apiUrl } from '@/lib/env';

/** The guest deletes a booking's passport photo. Other future bookings with the same photo lose it too. */
export async function removeBookingPassport(id: string, position: number): Promise<void> {
  await invokeFunction(
    'remove-passport',
    { booking_id: id, position },
    { fallback: msg`We couldn't delete the passport photo` },
  );
}

/** After a reinstated cancellation the owner lets the team see the photos again. */
export async function showBookingPassports(id: string): Promise<void> {
  await run((db) => db.rpc('show_passports', { p_booking_id: id }), msg`We couldn't show the passport photo`);
}

const opened = z.object({ url: z.url() });

/** For operators: the photo's address for a minute. Looking at it is recorded. */
export async function openBookingPassport(id: string, position: number, signal: AbortSignal): Promise<string> {
  const answer = await invokeFunction(
    'open-passport',
    { booking_id: id, position },
    { fallback: msg`We couldn't open the passport photo`, signal },
  );
  const { pathname, search } = new URL(readAnswer(opened, answer).url);
  // The functions may use another address of the API than this browser.
  return apiUrl + pathname + search;
}
