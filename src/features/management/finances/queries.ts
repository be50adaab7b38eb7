import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import type { BookingFilters } from '@/features/management/bookings/period';
import { argsOf, territoryBookingKeys } from '@/features/management/bookings/queries';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';

const FAILED = msg`Failed to load data. Please try again later.`;

export type RevenueMonth = Database['public']['Functions']['territory_revenue']['Returns'][number];
type Row = Database['public']['Functions']['my_earnings']['Returns'][number];
export type Earning = Omit<Row, 'paid_on' | 'titles'> & {
  untranslated?: Untranslated<'title'>;
  paid_on: string | null;
};
export type EarningTotal = Omit<
  Database['public']['Functions']['my_earning_totals']['Returns'][number],
  'last_payment'
> & { last_payment: string | null };

/** These keys are below the key of the lists, so that all are refetched together. */
const keys = {
  revenue: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'revenue', filters] as const,
  earnings: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'earnings', filters] as const,
  earningTotals: (territoryId: string, filters: BookingFilters) =>
    [...territoryBookingKeys.all, territoryId, 'earning-totals', filters] as const,
};

/** Returns the ledger of the filtered bookings by month. It adds up to the totals of the cards. */
export const revenueQuery = (territoryId: string, filters: BookingFilters) =>
  queryOptions({
    queryKey: keys.revenue(territoryId, filters),
    queryFn: ({ signal }): Promise<RevenueMonth[]> =>
      run((db) => db.rpc('territory_revenue', argsOf(territoryId, filters)).abortSignal(signal), FAILED),
  });

const PAGE_SIZE = 10;
interface Cursor {
  at: string;
  id: string;
}

/** Returns the person's earnings from the filtered bookings, newest first. */
export const earningsQuery = (territoryId: string, filters: BookingFilters) =>
  pagedQuery(keys.earnings(territoryId, filters), async (cursor: Cursor | null, signal) => {
    const after = cursor ? { p_before: cursor.at, p_before_id: cursor.id } : {};
    const rows = await run(
      (db) =>
        db.rpc('my_earnings', { ...argsOf(territoryId, filters), ...after, p_limit: PAGE_SIZE }).abortSignal(signal),
      FAILED,
    );
    return pageOf(
      rows.map((row): Earning => localizeTitle(row)),
      PAGE_SIZE,
      ({ created_at, id }) => ({ at: created_at, id }),
    );
  });
export const earningTotalsQuery = (territoryId: string, filters: BookingFilters) =>
  queryOptions({
    queryKey: keys.earningTotals(territoryId, filters),
    queryFn: ({ signal }): Promise<EarningTotal[]> =>
      run((db) => db.rpc('my_earning_totals', argsOf(territoryId, filters)).abortSignal(signal), FAILED),
  });

export type UnpaidStatus = 'pending' | 'cancelled';
export type PayoutParty = 'operator' | 'territory' | 'partner';

/** Writes a share off, or makes it due again, with a reason. Use `payOut` to record a payment. */
export async function setPayoutStatus(
  id: string,
  party: PayoutParty,
  status: UnpaidStatus,
  reason: string,
): Promise<void> {
  await run(
    (db) => db.rpc('set_payout_status', { p_booking_id: id, p_party: party, p_status: status, p_reason: reason }),
    msg`Failed to update the payout. Please try again.`,
  );
}
