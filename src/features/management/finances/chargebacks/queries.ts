import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Database } from '@/types/database';

type Row = Database['public']['Functions']['territory_chargebacks']['Returns'][number];
export type Chargeback = Omit<Nullable<Row, 'guest_name' | 'reason' | 'answer_by' | 'closed_at'>, 'titles'> & {
  untranslated?: Untranslated<'title'>;
};

interface Cursor {
  at: string;
  id: string;
}
const PAGE_SIZE = 50;

/** Returns the chargebacks of a territory, newest first. */
export const chargebacksQuery = (territoryId: string) =>
  pagedQuery(
    // Below the key of the lists, so that a payment that changes refetches them.
    [...territoryBookingKeys.all, territoryId, 'chargebacks'],
    async (cursor: Cursor | null, signal) => {
      const after = cursor ? { p_before: cursor.at, p_before_id: cursor.id } : {};
      const rows = await run(
        (db) =>
          db
            .rpc('territory_chargebacks', { p_territory_id: territoryId, ...after, p_limit: PAGE_SIZE })
            .abortSignal(signal),
        msg`We couldn't load the chargebacks.`,
      );
      return pageOf(
        rows.map((row): Chargeback => localizeTitle(row)),
        PAGE_SIZE,
        ({ opened_at, id }) => ({ at: opened_at, id }),
      );
    },
  );

const evidence = z.object({
  id: z.string(),
  amount: z.number(),
  currency_symbol: z.string(),
  status: z.string(),
  reason: z.nullable(z.string()),
  answer_by: z.nullable(z.string()),
  /** Stripe's payment. */
  payment_intent_id: z.nullable(z.string()),
  booking_id: z.string(),
  title: z.string(),
  titles: namesShape,
  territory_name: z.string(),
  territory_names: namesShape,
  time_zone: z.string(),
  booking_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  booked_at: z.string(),
  price: z.number(),
  cancellation_policy: z.nullable(z.string()),
  guest_name: z.nullable(z.string()),
  guest_email: z.nullable(z.string()),
  whatsapp_number: z.string(),
  country: z.string(),
  /** Who paid, if it wasn't the guest. '' once that account is deleted. */
  payer: z.nullable(z.string()),
  checked_in_at: z.nullable(z.string()),
  checked_in_by: z.nullable(z.string()),
  /** How many people arrived. */
  arrived: z.number(),
  no_show: z.boolean(),
  cancelled_at: z.nullable(z.string()),
  /** The other bookings that the same payment was for. */
  others: z.array(z.object({ id: z.string(), title: z.string(), titles: namesShape, booking_date: z.string() })),
  /** `what` is the ledger's kind, such as 'sale'. */
  money: z.array(z.object({ at: z.string(), what: z.string(), amount: z.number() })),
  emails: z.array(z.object({ at: z.nullable(z.string()), template: z.string(), recipient: z.nullable(z.string()) })),
  /** `name` is null if the account was deleted. */
  messages: z.array(
    z.object({ at: z.string(), by_guest: z.boolean(), name: z.nullable(z.string()), text: z.string() }),
  ),
});

const inOwnLanguage = ({ titles, territory_names, others, ...row }: z.infer<typeof evidence>) =>
  localizeNames(
    {
      ...row,
      others: others.map((other) => localizeTitle(other)),
      names: { title: titles, territory_name: territory_names },
    },
    ['title', 'territory_name'],
  );
export type Evidence = ReturnType<typeof inOwnLanguage>;

/** Returns what shows a bank that a disputed payment was agreed, and the trip of this or its first booking provided. */
export const evidenceQuery = (id: string, bookingId: string | null) =>
  queryOptions({
    queryKey: ['chargeback', id, bookingId],
    queryFn: async ({ signal }) =>
      inOwnLanguage(
        readAnswer(
          evidence,
          await run(
            (db) =>
              db
                .rpc('chargeback_evidence', { p_id: id, ...(bookingId && { p_booking_id: bookingId }) })
                .abortSignal(signal),
            msg`We couldn't load this chargeback.`,
          ),
        ),
      ),
    staleTime: 0,
  });
