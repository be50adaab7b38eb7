import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import { persisted } from '@/lib/offline/persisted';
import type { Database } from '@/types/database';
import type { BookingFilters } from './period';

const PAGE_SIZE = 100;
/** The largest number of rows that the API returns. */
const EXPORT_PAGE_SIZE = 1000;

export const territoryBookingKeys = {
  all: ['territory-bookings'] as const,
  list: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'list', filters] as const,
  totals: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'totals', filters] as const,
};

/** Lists are stored on the devices of the territory's team. */
const desk = persisted('territory_manager', 'territory_staff', 'admin');

/** Returns whether the list shows only today or tomorrow, without a search. */
const isOneDay = ({ order, from, to, q }: BookingFilters): boolean => order === 'soonest' && from === to && q === '';

const FAILED = msg`Failed to load bookings. Please try again later.`;

/** The position after a page's last row. */
interface Cursor {
  date: string;
  /** Null if the departure has no time. */
  time: string | null;
  departure: string;
  id: string;
}

export const argsOf = (
  territoryId: string,
  { from, to, q, status, service, guide, payment, figure, by }: BookingFilters,
) => ({
  p_territory_id: territoryId,
  ...(from ? { p_from: from } : {}),
  ...(to ? { p_to: to } : {}),
  ...(q.trim() ? { p_search: q.trim() } : {}),
  ...(status ? { p_status: status } : {}),
  ...(service ? { p_service_id: service } : {}),
  ...(guide ? { p_guide_id: guide } : {}),
  ...(payment || figure ? { p_payment: payment || figure } : {}),
  ...(by ? { p_by: by } : {}),
});

type Row = Database['public']['Functions']['territory_bookings']['Returns'][number];
type MayBeNull =
  | 'start_time'
  | 'tourist_name'
  | 'tourist_email'
  | 'hotel_name'
  | 'paid_on'
  | 'refunded_on'
  | 'payment_intent_id'
  | 'charge_id'
  | 'stripe_payout_id'
  | 'not_collected'
  | `${'operator' | 'territory' | 'app' | 'partner' | 'commission'}_amount`
  | 'operator_name'
  | 'partner_name'
  | 'commission_status'
  | 'checked_in_at'
  | 'arrived';

/** The heading of a departure, with its guides or drivers. Cancelled bookings don't count. */
const departureHead = z.object({
  /** This is null for transport. */
  slot_id: z.string(),
  capacity: z.number(),
  closed: z.boolean(),
  /** True if a private group has all its seats. */
  private: z.boolean(),
  bookings: z.number(),
  people: z.number(),
  arrived: z.number(),
  missed: z.number(),
  /** The cash to collect. Missing in data stored by older versions. */
  to_collect: z._default(z.number(), 0),
  currency_symbol: z.nullish(z.string()),
  leaders: z.array(z.string()),
});
export type DepartureHead = z.infer<typeof departureHead>;

/** A booking in the territory's list. The parties' amounts are null until something was paid. */
export type TerritoryBooking = Omit<Nullable<Row, MayBeNull>, 'departure' | 'titles'> & {
  untranslated?: Untranslated<'title'>;
  /** If the list is sorted by departure, the first row of each departure on a page has its heading. */
  departure: DepartureHead | null;
};

async function getPage(
  territoryId: string,
  filters: BookingFilters,
  cursor: Cursor | null,
  size: number,
  signal: AbortSignal,
) {
  const after = cursor
    ? {
        p_after_date: cursor.date,
        ...(cursor.time && { p_after_time: cursor.time }),
        p_after_departure_id: cursor.departure,
        p_after_id: cursor.id,
      }
    : {};
  const page = { ...after, p_order: filters.order ?? 'newest', p_limit: size };
  const rows = await run(
    (db) => db.rpc('territory_bookings', { ...argsOf(territoryId, filters), ...page }).abortSignal(signal),
    FAILED,
  );
  return pageOf(
    rows.map(
      (row): TerritoryBooking => ({
        ...localizeTitle(row),
        departure: row.departure === null ? null : readAnswer(departureHead, row.departure),
      }),
    ),
    size,
    (last): Cursor => ({
      date: last.booking_date,
      time: last.start_time,
      departure: last.departure_id,
      id: last.id,
    }),
  );
}

/** Returns a territory's bookings page by page, in the filters' order. */
export const territoryBookingsQuery = (territoryId: string, filters: BookingFilters) => ({
  ...pagedQuery(territoryBookingKeys.list(territoryId, filters), (cursor: Cursor | null, signal) =>
    getPage(territoryId, filters, cursor, PAGE_SIZE, signal),
  ),
  // The work of one day is also available offline.
  ...(isOneDay(filters) && desk),
});

type Total = Database['public']['Functions']['territory_booking_totals']['Returns'][number];
type Share =
  | 'revenue'
  | 'operator'
  | 'territory'
  | 'app'
  | 'partner'
  | 'not_collected'
  | 'refunded'
  | 'disputed'
  | 'pending'
  | 'pending_payouts';

/** The totals of all matching bookings, one row per currency. Staff get null for the parties' amounts. */
export type TerritoryTotal = Nullable<Total, Share>;

async function getTotals(territoryId: string, filters: BookingFilters, signal: AbortSignal): Promise<TerritoryTotal[]> {
  return run((db) => db.rpc('territory_booking_totals', argsOf(territoryId, filters)).abortSignal(signal), FAILED);
}

export const territoryTotalsQuery = (territoryId: string, filters: BookingFilters) =>
  queryOptions({
    queryKey: territoryBookingKeys.totals(territoryId, filters),
    queryFn: ({ signal }) => getTotals(territoryId, filters, signal),
  });

/** Exports all matching bookings as a CSV file, however many there are. */
export const exportBookings = (
  territoryId: string,
  filters: BookingFilters,
  columns: readonly CsvColumn<TerritoryBooking>[],
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> =>
  collectCsv({
    columns,
    page: (cursor: Cursor | null, abort) => getPage(territoryId, filters, cursor, EXPORT_PAGE_SIZE, abort),
    onProgress,
    signal,
  });

/** Returns the territory's fields that its work screens need. */
export const territoryCurrencyQuery = (territoryId: string) =>
  queryOptions({
    queryKey: ['territory-currency', territoryId] as const,
    queryFn: async ({ signal }) =>
      localizeNames(
        await run(
          (db) =>
            db
              .from('territories')
              .select('id, name, names, currency_code, currency_symbol, time_zone')
              .eq('id', territoryId)
              .abortSignal(signal)
              .single(),
          FAILED,
        ),
        ['name'],
      ),
    ...desk,
  });
