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
/** The API's maximum number of rows. */
const EXPORT_PAGE_SIZE = 1000;

export const territoryBookingKeys = {
  all: ['territory-bookings'] as const,
  list: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'list', filters] as const,
  totals: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'totals', filters] as const,
};

/** Stored on the devices of the territory's team. */
const desk = persisted('territory_manager', 'territory_staff', 'admin');

/** Today's or tomorrow's, without a search. */
const isOneDay = ({ order, from, to, q }: BookingFilters): boolean => order === 'soonest' && from === to && q === '';

const FAILED = msg`Failed to load bookings. Please try again later.`;

/** The cursor after a page's last row. */
interface Cursor {
  date: string;
  /** Null: without a time. */
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

/** A departure's heading: people without cancelled ones, and leaders. */
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

/** A booking of a territory. The parties' amounts are null until something was paid. */
export type TerritoryBooking = Omit<Nullable<Row, MayBeNull>, 'departure' | 'titles'> & {
  untranslated?: Untranslated<'title'>;
  /** With the heading before a departure's first row on a page, when ordered by departure. */
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

/** A territory's bookings in the filters' order, page by page. */
export const territoryBookingsQuery = (territoryId: string, filters: BookingFilters) => ({
  ...pagedQuery(territoryBookingKeys.list(territoryId, filters), (cursor: Cursor | null, signal) =>
    getPage(territoryId, filters, cursor, PAGE_SIZE, signal),
  ),
  // A day's work is also available offline.
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

/** Totals over all of them, one row per currency; parties' amounts are null for staff. */
export type TerritoryTotal = Nullable<Total, Share>;

async function getTotals(territoryId: string, filters: BookingFilters, signal: AbortSignal): Promise<TerritoryTotal[]> {
  return run((db) => db.rpc('territory_booking_totals', argsOf(territoryId, filters)).abortSignal(signal), FAILED);
}

export const territoryTotalsQuery = (territoryId: string, filters: BookingFilters) =>
  queryOptions({
    queryKey: territoryBookingKeys.totals(territoryId, filters),
    queryFn: ({ signal }) => getTotals(territoryId, filters, signal),
  });

/** All of them as a CSV file, however many. */
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

/** The territory's fields for its work screens. */
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
