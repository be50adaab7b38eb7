import { msg } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';

const calendarEvent = z.object({
  uid: z.string(),
  sequence: z.number(),
  status: z.enum(['CONFIRMED', 'TENTATIVE', 'CANCELLED']),
  title: z.string(),
  startLocal: z.string(),
  endLocal: z.nullable(z.string()),
  endsAt: z.nullish(z.string()),
  timeZone: z.string(),
  location: z.nullable(z.string()),
  hotel: z.nullish(z.string()),
  /** When the guest of a ride is picked up at the hotel, local to `timeZone`. */
  pickupLocal: z.nullish(z.string()),
  numPeople: z.number(),
  stamp: z.string(),
});

export const getCalendarEvent = async (id: string) =>
  readAnswer(
    calendarEvent,
    await run(
      (db) => db.rpc('booking_calendar', { p_booking_id: id, p_language: currentLanguage().code }),
      msg`Failed to create the calendar file`,
    ),
  );
