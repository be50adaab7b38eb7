import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import type { Nullable } from '@/lib/api/nullable';
import { pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { lastDayOfMonth } from '@/lib/format/dates';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';

const FAILED = msg`Failed to load data. Please try again later.`;

/** These keys are below the key of the lists, so that all are refetched together. */
const keys = {
  months: (territoryId: string) => [...territoryBookingKeys.all, territoryId, 'months'] as const,
  payees: (territoryId: string, month: string) =>
    [...territoryBookingKeys.all, territoryId, 'month-payees', month] as const,
};

/** The sums of a month in one currency, in major units. `earlier` is the part for bookings of closed months. */
const sum = z.object({
  currency_code: z.string(),
  sold: z.number(),
  corrected: z.number(),
  refunded: z.number(),
  disputed: z.number(),
  earlier: z.number(),
  amount: z.number(),
});
export type MonthSum = z.infer<typeof sum>;

type MonthRow = Database['public']['Functions']['territory_months']['Returns'][number];
export type Month = Omit<Nullable<MonthRow, 'closed_at' | 'closed_by_name' | 'version'>, 'sums' | 'state'> & {
  /** 'next' has ended and can be closed; 'waiting' has ended, but an earlier one is still open. */
  state: 'closed' | 'next' | 'waiting' | 'running';
  sums: MonthSum[];
};
const state = z.enum(['closed', 'next', 'waiting', 'running']);

/** Returns the months of a territory since its first sale, newest first. */
export const monthsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: keys.months(territoryId),
    queryFn: async ({ signal }): Promise<Month[]> => {
      const rows = await run(
        (db) => db.rpc('territory_months', { p_territory_id: territoryId }).abortSignal(signal),
        FAILED,
      );
      return rows.map((row) => ({
        ...row,
        state: readAnswer(state, row.state),
        sums: readAnswer(z.array(sum), row.sums),
      }));
    },
  });

type PayeeRow = Database['public']['Functions']['month_payees']['Returns'][number];
/** What a payee earned in a month, in one currency. */
export type MonthPayee = Omit<Nullable<PayeeRow, 'payee' | 'statement_id' | 'name'>, 'names'> & {
  untranslated?: Untranslated<'name'>;
};

export const monthPayeesQuery = (territoryId: string, month: string) =>
  queryOptions({
    queryKey: keys.payees(territoryId, month),
    queryFn: async ({ signal }): Promise<MonthPayee[]> => {
      const rows = await run(
        (db) => db.rpc('month_payees', { p_territory_id: territoryId, p_month: month }).abortSignal(signal),
        FAILED,
      );
      return rows.map(({ names, ...row }) => localizeNames({ ...row, names: { name: names } }, ['name']));
    },
  });

const closing = z.object({ outcome: z.enum(['closed', 'already']), closed_by_name: z.nullable(z.string()) });

/** Closes a month as the page shows it. A repeated request returns the same closing. */
export const closeMonth = async (territoryId: string, { month, version }: Month): Promise<z.infer<typeof closing>> =>
  readAnswer(
    closing,
    await run(
      (db) => db.rpc('close_month', { p_territory_id: territoryId, p_month: month, p_version: version ?? '' }),
      msg`Failed to close the month. Please try again.`,
    ),
  );

type MovementRow = Database['public']['Functions']['territory_card_movements']['Returns'][number];
/** What a payment, refund or chargeback moved on Stripe's balance. */
export type CardMovement = Omit<
  Nullable<MovementRow, 'booking_id' | 'title' | 'booking_date' | 'charge_id' | 'source_id' | 'stripe_payout_id'>,
  'titles'
>;

export interface MovementCursor {
  at: string;
  key: string;
}
const PAGE = 1000;

/** Returns a page of a month's card movements, oldest first. */
export async function getCardMovements(
  territoryId: string,
  month: string,
  cursor: MovementCursor | null,
  signal: AbortSignal,
) {
  const days = { p_from: month, p_to: lastDayOfMonth(month.slice(0, 7)) };
  const after = cursor ? { p_after_at: cursor.at, p_after_key: cursor.key } : {};
  const rows = await run(
    (db) =>
      db
        .rpc('territory_card_movements', { p_territory_id: territoryId, ...days, ...after, p_limit: PAGE })
        .abortSignal(signal),
    FAILED,
  );
  return pageOf(
    rows.map((row): CardMovement => localizeTitle(row)),
    PAGE,
    ({ at, key }): MovementCursor => ({ at, key }),
  );
}
