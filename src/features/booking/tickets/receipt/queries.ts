import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isKept, tripKeptUntil } from '@/features/booking/tickets/kept-tickets';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { languageOfName, nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persistedTrips } from '@/lib/offline/persisted';

const amount = z.coerce.number();
const receipt = z.object({
  number: z.string(),
  kind: z.enum(SERVICE_KINDS),
  title: z.string(),
  titles: namesShape,
  territory_name: z.string(),
  territory_names: namesShape,
  time_zone: z.string(),
  booking_date: z.string(),
  start_time: z.nullable(z.string()),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_method: z.string(),
  booked_at: z.string(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  customer_name: z.nullable(z.string()),
  customer_email: z.nullable(z.string()),
  guide_name: z.nullable(z.string()),
  lines: z.array(z.object({ code: z.string(), unit_price: amount, quantity: z.number(), amount })),
  /** All that was ever sold of it. */
  total_price: amount,
  /** Without what later changes took off. */
  price_now: amount,
  /** `unmade` means that the amount was charged for a change that couldn't be made. */
  entries: z.array(z.object({ at: z.string(), amount, method: z.string(), unmade: z.nullish(z.boolean()) })),
  paid_amount: amount,
  refunded_amount: amount,
  on_its_way_amount: amount,
  fee_amount: amount,
});

/** Returns the receipt with service names in the page's language, as on the ticket. */
const inOwnLanguage = ({ titles, territory_names, ...rest }: z.infer<typeof receipt>) => ({
  ...rest,
  title: nameIn(rest.title, titles),
  titleLanguage: languageOfName(rest.title, titles),
  territory_name: nameIn(rest.territory_name, territory_names),
  territoryLanguage: languageOfName(rest.territory_name, territory_names),
});
export type Receipt = ReturnType<typeof inOwnLanguage>;

/** Returns the receipt of the user's own booking, or null for someone else's. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: bookingKeys.receipt(id),
    queryFn: async ({ signal }) =>
      inOwnLanguage(
        readAnswer(
          receipt,
          await run(
            (db) => db.rpc('booking_receipt', { p_booking_id: id }).abortSignal(signal),
            msg`Failed to load your receipt`,
          ),
        ),
      ),
    staleTime: 0,
    // Offline it is shown as last read while the app is open. Receipts of live trips are also kept over a reload.
    ...persistedTrips((read: Receipt) =>
      isKept(read) ? { data: read, until: tripKeptUntil(read.booking_date) } : null,
    ),
  });
