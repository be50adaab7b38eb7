import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { apiUrl } from '@/lib/env';

/** Deletes a passport photo of the guest's booking. Other future bookings that use the same photo lose it too. */
export async function removeBookingPassport(id: string, position: number): Promise<void> {
  await invokeFunction(
    'remove-passport',
    { booking_id: id, position },
    { fallback: msg`We couldn't delete the passport photo` },
  );
}

/** Lets the team see the photos again after a cancelled booking was reinstated. */
export async function showBookingPassports(id: string): Promise<void> {
  await run((db) => db.rpc('show_passports', { p_booking_id: id }), msg`We couldn't show the passport photo`);
}

const opened = z.object({ url: z.url() });

/** Returns the photo's address for operators. It is valid for a minute, and the view is recorded. */
export async function openBookingPassport(id: string, position: number, signal: AbortSignal): Promise<string> {
  const answer = await invokeFunction(
    'open-passport',
    { booking_id: id, position },
    { fallback: msg`We couldn't open the passport photo`, signal },
  );
  const { pathname, search } = new URL(readAnswer(opened, answer).url);
  // Functions may know the API by a different address than this browser does.
  return apiUrl + pathname + search;
}
