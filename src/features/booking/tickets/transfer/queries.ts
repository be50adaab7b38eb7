import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { acceptanceOf } from '@/features/booking/checkout/dto';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { keepTrying } from '@/lib/api/keep-trying';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persisted } from '@/lib/offline/persisted';

const refusal = z.nullable(z.object({ code: z.string(), message: z.string() }));
export type Refusal = z.infer<typeof refusal>;

/** A person who was invited to take over a ticket. */
const open = z.object({
  transfer_id: z.string(),
  email: z.string(),
  full_name: z.string(),
  expires_at: z.string(),
});

/** The terms of a transfer, as public.ticket_transfer returns them. */
const shape = z.object({
  refusal,
  open: z.nullable(open),
  /** The deadline of an invitation if it were made now. */
  expires_at: z.string(),
  time_zone: z.string(),
  paid: z.boolean(),
  paid_by_other: z.boolean(),
  payment_method: z.string(),
  amount_due: z.nullable(z.coerce.number()),
  currency_symbol: z.string(),
  passport_required: z.boolean(),
});
export type TicketTransfer = z.infer<typeof shape>;

export const transferQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.transfer(id),
    queryFn: async ({ signal }) =>
      readAnswer(
        shape,
        await run(
          (db) => db.rpc('ticket_transfer', { p_booking_id: id }).abortSignal(signal),
          msg`Failed to load the ticket`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/**
 * Invites a person to take over a ticket. Repeating it for the same address returns the same invitation and sends
 * no second email.
 */
export const startTransfer = async (id: string, to: { email: string; fullName: string }) =>
  readAnswer(
    open,
    await run(
      (db) =>
        db.rpc('start_ticket_transfer', {
          p_booking_id: id,
          p_email: to.email,
          p_full_name: to.fullName,
        }),
      msg`Failed to send the invitation`,
    ),
  );

export const withdrawTransfer = (transferId: string) =>
  run(
    (db) => db.rpc('withdraw_ticket_transfer', { p_transfer_id: transferId }),
    msg`Failed to withdraw the invitation`,
  );

const mine = z.object({
  transfer_id: z.string(),
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  title: z.string(),
  titles: namesShape,
  service_date: z.string(),
  time_zone: z.string(),
});
const myTransfers = z.array(
  z.discriminatedUnion('state', [
    z.extend(mine, { ...open.shape, state: z.literal('open') }),
    z.extend(mine, {
      state: z.literal('accepted'),
      given_to: z.nullable(z.string()),
      given_at: z.string(),
      /** True if the receipt is still theirs, because they paid. */
      receipt: z.boolean(),
    }),
  ]),
);
export type MyTransfer = ReturnType<typeof localizeTransfer>;
// Each state has its own query, because it shows different data.
const localizeTransfer = (row: z.infer<typeof myTransfers>[number]) =>
  row.state === 'open' ? localizeTitle(row) : localizeTitle(row);

/** Returns a person's transfers, open invitations first. */
export const myTransfersQuery = (userId: string) =>
  queryOptions({
    queryKey: bookingKeys.transfers(userId),
    queryFn: async ({ signal }) =>
      readAnswer(
        myTransfers,
        await run(
          (db) => db.rpc('my_ticket_transfers').abortSignal(signal),
          msg`Failed to load the tickets you've transferred`,
        ),
      ).map(localizeTransfer),
    // Stored, so that a ticket also shows offline to whom it is offered.
    ...persisted(),
    ...keepTrying,
  });

/** A ticket that was offered to a person, in the page's language. */
const offered = z.object({
  kind: z.enum(SERVICE_KINDS),
  version: z.string(),
  territory_id: z.string(),
  title: z.string(),
  territory_name: z.string(),
  time_zone: z.string(),
  booking_date: z.string(),
  start_time: z.nullish(z.string()),
  num_people: z.number(),
  booking_type: z.enum(['shared', 'private']),
  meeting_point: z.nullish(z.string()),
  meeting_point_link: z.nullish(z.string()),
  pickup_location: z.nullish(z.string()),
  pickup_directions: z.nullish(z.string()),
  pickup_map: z.nullish(z.string()),
  currency_symbol: z.string(),
  giver_name: z.nullable(z.string()),
  full_name: z.string(),
  /** The invited address for visitors, as "j…@example.com". */
  email: z.nullish(z.string()),
  paid: z.boolean(),
  amount_due: z.nullable(z.coerce.number()),
  expires_at: z.string(),
  passport_required: z.boolean(),
});
export type OfferedTicket = z.infer<typeof offered>;

const linked = z.object({ refusal, mine: z.boolean(), ticket: z.nullable(offered) });
export type LinkedTransfer = z.infer<typeof linked>;

/** Returns the ticket of an invitation's link. The result depends on the reader's account. */
export const linkedTransferQuery = (token: string, userId: string | null) =>
  queryOptions({
    queryKey: ['ticket-transfer', token, userId] as const,
    queryFn: async ({ signal }) =>
      readAnswer(
        linked,
        await run(
          (db) =>
            db
              .rpc('ticket_transfer_by_link', { p_token: token, p_language: currentLanguage().code })
              .abortSignal(signal),
          msg`Failed to load the ticket`,
        ),
      ),
    staleTime: 0,
    // Refetching isn't needed, because the request is checked against the version on the page.
    refetchOnWindowFocus: false,
  });

/** Accepts the ticket in the version shown. It is safe to repeat after a lost response. */
export const acceptTransfer = (token: string, ticket: OfferedTicket, form: BookingForm) =>
  run(
    (db) => db.rpc('accept_ticket_transfer', { p_token: token, p: acceptanceOf(ticket.kind, form, ticket.version) }),
    msg`Failed to accept the ticket`,
  );
