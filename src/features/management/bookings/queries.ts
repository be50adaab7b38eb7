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
/** As many rows as the API gives at once. */
const EXPORT_PAGE_SIZE = 1000;

export const territoryBookingKeys = {
  all: ['territory-bookings'] as const,
  list: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'list', filters] as const,
  totals: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'totals', filters] as const,
};

/** Persisted on the device of those who run the territory. */
const desk = persisted('territory_manager', 'territory_staff', 'admin');

/** Of today or tomorrow, with nothing searched. */
const isOneDay = ({ order, from, to, q }: BookingFilters): boolean => order === 'soonest' && from === to && q === '';

const FAILED = msg`Failed to load bookings. Please try again later.`;

/** The key of the last row of a page. */
interface Cursor {
  date: string;
  /** null: without an hour. */
  time: string | null;
  departure: string;
  id: string;
}

const argsOf = (territoryId: string, { from, to, q, status, service, guide, payment }: BookingFilters) => ({
  p_territory_id: territoryId,
  ...(from ? { p_from: from } : {}),
  ...(to ? { p_to: to } : {}),
  ...(q.trim() ? { p_search: q.trim() } : {}),
  ...(status ? { p_status: status } : {}),
  ...(service ? { p_service_id: service } : {}),
  ...(guide ? { p_guide_id: guide } : {}),
  ...(payment ? { p_payment: payment } : {}),
});

type Row = Database['public']['Functions']['territory_bookings']['Returns'][number];
type MayBeNull =
  | 'start_time'
  | 'tourist_name'
  | 'tourist_email'
  | 'hotel_name'
  | `${'operator' | 'territory' | 'app' | 'partner' | 'commission'}_amount`
  | 'operator_name'
  | 'partner_name'
  | 'commission_status'
  | 'checked_in_at'
  | 'arrived';

/** What the head of a departure says: people, without those who cancelled, and who leads it. */
const departureHead = z.object({
  /** Null for transport. */
  slot_id: z.string(),
  capacity: z.number(),
  closed: z.boolean(),
  /** A private group has all its seats. */
  private: z.boolean(),
  bookings: z.number(),
  people: z.number(),
  arrived: z.number(),
  missed: z.number(),
  leaders: z.array(z.string()),
});
export type DepartureHead = z.infer<typeof departureHead>;

/** One booking of a territory, of either kind. The amounts of the parties are null until something has been paid. */
export type TerritoryBooking = Omit<Nullable<Row, MayBeNull>, 'departure' | 'titles'> & {
  untranslated?: Untranslated<'title'>;
  /** With the first of a departure's rows on a page, in an order by departures. */
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

/** The bookings of a territory in the order of the filters, a page at a time. */
export const territoryBookingsQuery = (territoryId: string, filters: BookingFilters) => ({
  ...pagedQuery(territoryBookingKeys.list(territoryId, filters), (cursor: Cursor | null, signal) =>
    getPage(territoryId, filters, cursor, PAGE_SIZE, signal),
  ),
  // A day's work is there without a signal, too.
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

/** The sums over all of them, one row a currency; the amounts of the parties are null for staff. */
export type TerritoryTotal = Nullable<Total, Share>;

async function getTotals(territoryId: string, filters: BookingFilters, signal: AbortSignal): Promise<TerritoryTotal[]> {
  return run((db) => db.rpc('territory_booking_totals', argsOf(territoryId, filters)).abortSignal(signal), FAILED);
}

export const territoryTotalsQuery = (territoryId: string, filters: BookingFilters) =>
  queryOptions({
    queryKey: territoryBookingKeys.totals(territoryId, filters),
    queryFn: ({ signal }) => getTotals(territoryId, filters, signal),
  });

/** All of them as a CSV file, whatever their number. */
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

/** The territory as its work screens need it. */
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
