import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Json } from '@/types/database';

export const payoutKeys = {
  all: ['payouts'] as const,
  mine: (userId: string) => [...payoutKeys.all, 'mine', userId] as const,
  totals: (userId: string) => [...payoutKeys.all, 'totals', userId] as const,
  statement: (id: string) => [...payoutKeys.all, 'statement', id] as const,
  lines: (id: string) => [...payoutKeys.all, 'lines', id] as const,
  account: (userId: string) => [...payoutKeys.all, 'account', userId] as const,
  months: (userId: string) => [...payoutKeys.all, 'months', userId] as const,
};

const FAILED = msg`Failed to load data. Please try again later.`;
const NO_STATEMENT = msg`Failed to load the statement`;
const amount = z.coerce.number();

/** A payout for lists and statements. Amounts are in major units of the currency. */
const payout = z.object({
  id: z.string(),
  number: z.string(),
  territory_id: z.string(),
  territory_name: z.string(),
  territory_names: namesShape,
  party: z.string(),
  payee_name: z.nullable(z.string()),
  /** The names of a paid service. A person has only one name. */
  payee_names: z.nullable(namesShape),
  currency_code: z.string(),
  currency_symbol: z.string(),
  amount,
  lines: z.number(),
  paid_on: z.string(),
  reference: z.string(),
  /** The id of the payout that this entry reverses. */
  reverses: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  created_at: z.string(),
  created_by_name: z.nullable(z.string()),
  /** The amount that hasn't been reversed. */
  standing: amount,
  reversed_at: z.nullable(z.string()),
  reversal_reason: z.nullable(z.string()),
  /** True if the payee can read it, which a service or a deleted account can't. */
  payee_is_person: z.boolean(),
});
type PayoutRow = z.infer<typeof payout>;

/** Adds the names of the region and of a paid service, in the page's language. */
const named = <Row extends Pick<PayoutRow, 'territory_name' | 'payee_name'> & { names: Json }>(row: Row) =>
  localizeNames(row, ['territory_name', 'payee_name']);
const payoutInOwnLanguage = ({ territory_names, payee_names, ...row }: PayoutRow) =>
  named({ ...row, names: { territory_name: territory_names, payee_name: payee_names } });
export type Payout = ReturnType<typeof payoutInOwnLanguage>;
export const readPayouts = (rows: unknown): Payout[] => readAnswer(z.array(payout), rows).map(payoutInOwnLanguage);

const statement = z.extend(payout, {
  first_trip: z.string(),
  last_trip: z.string(),
  may_reverse: z.boolean(),
  time_zone: z.string(),
});
const statementInOwnLanguage = ({ territory_names, payee_names, ...row }: z.infer<typeof statement>) =>
  named({ ...row, names: { territory_name: territory_names, payee_name: payee_names } });
export type Statement = ReturnType<typeof statementInOwnLanguage>;

/** The position after a page's last payout, newest first. */
export interface PayoutCursor {
  at: string;
  id: string;
}
export const cursorOf = ({ created_at, id }: Payout): PayoutCursor => ({ at: created_at, id });

const PAGE_SIZE = 20;

/** Returns the person's payouts, newest first. */
export const myPayoutsQuery = (userId: string) =>
  pagedQuery(payoutKeys.mine(userId), async (cursor: PayoutCursor | null, signal) => {
    const after = cursor ? { p_before: cursor.at, p_before_id: cursor.id } : {};
    const rows = await run((db) => db.rpc('my_payouts', { ...after, p_limit: PAGE_SIZE }).abortSignal(signal), FAILED);
    return pageOf(readPayouts(rows), PAGE_SIZE, cursorOf);
  });

/** Returns the person's due, future, held-back and paid amounts, one row per territory and currency. */
export const myPayoutTotalsQuery = (userId: string) =>
  queryOptions({
    queryKey: payoutKeys.totals(userId),
    queryFn: async ({ signal }) => {
      const rows = await run((db) => db.rpc('my_payout_totals').abortSignal(signal), FAILED);
      return rows.map(({ territory_names, ...row }) =>
        localizeNames({ ...row, names: { territory_name: territory_names } }, ['territory_name']),
      );
    },
  });

/** Returns a payout's statement without its lines, or null if the person may not read it. */
export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: payoutKeys.statement(id),
    queryFn: async ({ signal }) =>
      statementInOwnLanguage(
        readAnswer(
          statement,
          await run((db) => db.rpc('payout_statement', { p_payout_id: id }).abortSignal(signal), NO_STATEMENT),
        ),
      ),
    staleTime: 0,
    // Cached while the app is open, so that it can be shown offline.
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Returns a page of lines by trip date. `after` is the last line's id. */
export async function getLines(id: string, after: number | null, size: number, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .rpc('payout_statement_lines', { p_payout_id: id, ...(after !== null && { p_after: after }), p_limit: size })
        .abortSignal(signal),
    NO_STATEMENT,
  );
  return pageOf(rows.map(localizeTitle<(typeof rows)[number]>), size, (last) => last.id);
}
export type PayoutLine = Awaited<ReturnType<typeof getLines>>['rows'][number];

/** The largest page that the API returns, because a printed sheet has all lines. */
const WHOLE = 1000;

export const statementLinesQuery = (id: string) =>
  pagedQuery(payoutKeys.lines(id), (after: number | null, signal) => getLines(id, after, WHOLE, signal));
