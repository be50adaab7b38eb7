import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { sendIdempotent } from '@/lib/api/send-idempotent';

const email = z.object({
  id: z.number(),
  template: z.string(),
  /** Null for an invitation to take over the ticket, whose address isn't kept. */
  recipient: z.nullable(z.string()),
  /** 'queued', 'sent', 'dead' or 'discarded'. */
  state: z.string(),
  /** True if the team sent it again. */
  again: z.boolean(),
  /** When it was sent, or otherwise when it was written. */
  at: z.string(),
  /** True if it can be sent again. */
  may_send: z.boolean(),
});
export type BookingEmail = z.infer<typeof email>;

const emails = z.object({
  /** The address to which the ticket can be sent, or null. */
  ticket_to: z.nullable(z.string()),
  /** The emails, newest first. */
  emails: z.array(email),
});

/** The key is below the key of the lists, so that both are refetched together. */
export const emailsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: [...territoryBookingKeys.all, 'emails', bookingId] as const,
    queryFn: async ({ signal }) =>
      readAnswer(
        emails,
        await run(
          (db) => db.rpc('booking_emails', { p_booking_id: bookingId }).abortSignal(signal),
          msg`Failed to load the emails`,
        ),
      ),
  });

/** Sends an email of a booking again, or its current ticket if `emailId` is null. */
export const sendEmail = (bookingId: string, emailId: number | null): Promise<void> =>
  sendIdempotent(`booking-email-${bookingId}`, String(emailId), async (key) => {
    const args = { p_booking_id: bookingId, p_key: key, ...(emailId !== null && { p_email_id: emailId }) };
    await run((db) => db.rpc('send_booking_email', args), msg`We couldn't send the email. Please try again.`);
  });
