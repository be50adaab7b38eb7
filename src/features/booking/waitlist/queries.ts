import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

/** A waitlist entry, as private.waitlist_json returns it. */
const shape = z.object({
  entry_id: z.string(),
  state: z.enum(['waiting', 'offered', 'taken', 'expired', 'left', 'ended']),
  kind: z.enum(SERVICE_KINDS),
  service_id: z.string(),
  slot_id: z.string(),
  title: z.string(),
  titles: namesShape,
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  booking_type: z.enum(['shared', 'private']),
  num_people: z.number(),
  place: z.number(),
  /** Set for an offer. We use seconds, because this device's clock may be off. */
  seconds_left: z.nullable(z.number()),
});

const toEntry = ({ seconds_left, ...row }: z.infer<typeof shape>) => ({
  ...localizeTitle(row),
  /** The offer's deadline by this device's clock, or null while waiting. */
  expiresAt: seconds_left === null ? null : new Date(Date.now() + seconds_left * 1000).toISOString(),
});
export type WaitlistEntry = ReturnType<typeof toEntry>;

export const waitlistKeys = { mine: (userId: string) => ['waitlist', userId] as const };

/** Returns a person's waitlist entries, offers first, and for two days the offers that they didn't answer. */
export const myWaitlistQuery = (userId: string) =>
  queryOptions({
    queryKey: waitlistKeys.mine(userId),
    queryFn: async ({ signal }) =>
      readAnswer(
        z.array(shape),
        await run(
          (db) => db.rpc('my_waitlist').abortSignal(signal),
          msg`Failed to load your waitlist. Please try again.`,
        ),
      ).map(toEntry),
    // Polled, because places move up and offers end.
    refetchInterval: 60_000,
  });

export interface Wish {
  serviceId: string;
  slotId: string;
  date: string;
  bookingType: 'shared' | 'private';
  people: number;
}

/** Joins the waitlist with this number of seats. Changing the number keeps the place. */
export const joinWaitlist = async ({ serviceId, slotId, date, bookingType, people }: Wish) => {
  const p = {
    service_id: serviceId,
    slot_id: slotId,
    service_date: date,
    booking_type: bookingType,
    num_people: people,
  };
  return toEntry(
    readAnswer(
      shape,
      await run((db) => db.rpc('join_waitlist', { p }), msg`We couldn't add you to the waitlist. Please try again.`),
    ),
  );
};

export const leaveWaitlist = (entryId: string) =>
  run((db) => db.rpc('leave_waitlist', { p_entry_id: entryId }), msg`Failed to leave the waitlist. Please try again.`);
