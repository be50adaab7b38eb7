import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { cursorOf, type PayoutCursor, readPayouts } from '@/features/payouts/queries';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import type { Database } from '@/types/database';

const FAILED = msg`Failed to load data. Please try again later.`;

/** These keys are below the key of the lists, so that all are refetched together. */
const keys = {
  payees: (territoryId: string) => [...territoryBookingKeys.all, territoryId, 'payees'] as const,
  lines: (territoryId: string, payee: string, currency: string, what: string) =>
    [...territoryBookingKeys.all, territoryId, 'payee-lines', payee, currency, what] as const,
  payouts: (territoryId: string) => [...territoryBookingKeys.all, territoryId, 'payouts'] as const,
};

type Row = Database['public']['Functions']['payees_to_pay']['Returns'][number];
/** The amount due to a payee in one currency, in major units. */
export type Payee = Omit<Nullable<Row, 'name' | 'avatar_url' | 'oldest' | 'next_trip' | 'version'>, 'names'> & {
  /** The translated name, for a service that has no person to pay. */
  untranslated?: Untranslated<'name'>;
};

export const payeesQuery = (territoryId: string) =>
  queryOptions({
    queryKey: keys.payees(territoryId),
    queryFn: async ({ signal }): Promise<Payee[]> => {
      const rows = await run(
        (db) => db.rpc('payees_to_pay', { p_territory_id: territoryId }).abortSignal(signal),
        FAILED,
      );
      return rows.map(({ names, ...row }) => localizeNames({ ...row, names: { name: names } }, ['name']));
    },
  });

type LineRow = Database['public']['Functions']['payee_lines']['Returns'][number];
export type PayeeLine = Omit<Nullable<LineRow, 'start_time' | 'tourist_name'>, 'titles'> & {
  untranslated?: Untranslated<'title'>;
};

interface LineCursor {
  date: string;
  time: string | null;
  id: number;
}
const LINES = 100;

/** Returns a payee's bookings, the oldest trip first: those that are 'due' or those 'ahead'. */
export const payeeLinesQuery = (territoryId: string, { payee, currency_code }: Payee, what: 'due' | 'ahead') =>
  pagedQuery(keys.lines(territoryId, payee, currency_code, what), async (cursor: LineCursor | null, signal) => {
    const after = cursor
      ? { p_after_date: cursor.date, ...(cursor.time && { p_after_time: cursor.time }), p_after_id: cursor.id }
      : {};
    const rows = await run(
      (db) =>
        db
          .rpc('payee_lines', {
            p_territory_id: territoryId,
            p_payee: payee,
            p_currency: currency_code,
            p_what: what,
            ...after,
            p_limit: LINES,
          })
          .abortSignal(signal),
      FAILED,
    );
    return pageOf(
      rows.map((row): PayeeLine => localizeTitle(row)),
      LINES,
      (last): LineCursor => ({ date: last.booking_date, time: last.start_time, id: last.id }),
    );
  });

const PAGE = 50;

/** Returns the territory's payouts, newest first. */
export const territoryPayoutsQuery = (territoryId: string) =>
  pagedQuery(keys.payouts(territoryId), async (cursor: PayoutCursor | null, signal) => {
    const after = cursor ? { p_before: cursor.at, p_before_id: cursor.id } : {};
    const rows = await run(
      (db) => db.rpc('territory_payouts', { p_territory_id: territoryId, ...after, p_limit: PAGE }).abortSignal(signal),
      FAILED,
    );
    return pageOf(readPayouts(rows), PAGE, cursorOf);
  });

/** A payee of the file for the bank. The bank details are null if there are none. */
const exportedPayee = z.object({
  party: z.string(),
  name: z.nullable(z.string()),
  names: z.nullable(namesShape),
  is_person: z.boolean(),
  own: z.boolean(),
  holder: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  tax_number: z.nullable(z.string()),
  bank: z.nullable(z.string()),
  account_type: z.nullable(z.string()),
  account_currency: z.nullable(z.string()),
  /** The whole number, without blanks. */
  account_number: z.nullable(z.string()),
  amount: z.number(),
  currency_code: z.string(),
  bookings: z.number(),
  territory_name: z.string(),
  territory_names: z.nullable(namesShape),
  reference: z.string(),
});

/** Returns everyone to whom the region owes something now, with bank details. The audit log records each call. */
export async function exportPayees(territoryId: string, signal: AbortSignal) {
  const rows = await run(
    (db) => db.rpc('export_payees', { p_territory_id: territoryId }).abortSignal(signal),
    msg`Failed to export the payees. Please try again.`,
  );
  return readAnswer(z.array(exportedPayee), rows).map(({ names, territory_names, ...row }) =>
    localizeNames({ ...row, names: { name: names, territory_name: territory_names } }, ['name', 'territory_name']),
  );
}
export type ExportedPayee = Awaited<ReturnType<typeof exportPayees>>[number];

/** The payees of a payment as the page read them. `lines` is set if not everything that is due is paid. */
export type Choice = {
  payee: string;
  currency: string;
  version: string | null;
  as_of: string;
  lines?: string[];
};

const answer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('paid'), payouts: z.array(z.string()) }),
  z.object({ outcome: z.literal('taken'), payee: z.string(), by: z.nullable(z.string()), at: z.string() }),
  z.object({ outcome: z.literal('changed'), payee: z.string() }),
]);
export type Answer = z.infer<typeof answer>;

/** Records payouts. If no response arrives, the request is repeated with the same key and isn't made twice. */
export async function payOut(
  territoryId: string,
  choices: readonly Choice[],
  { paidOn, reference }: { paidOn: string; reference: string },
): Promise<Answer> {
  const text = JSON.stringify([choices, paidOn, reference]);
  const given = await sendIdempotent(`payout-${territoryId}`, text, (key) =>
    run(
      (db) =>
        db.rpc('pay_out', {
          p_territory_id: territoryId,
          p_selection: [...choices],
          p_paid_on: paidOn,
          p_reference: reference,
          p_key: key,
        }),
      msg`Failed to record the payout. Please try again.`,
    ),
  );
  return readAnswer(answer, given);
}

export const reversePayout = (id: string, reason: string): Promise<unknown> =>
  run(
    (db) => db.rpc('reverse_payout', { p_payout_id: id, p_reason: reason }),
    msg`Failed to reverse the payout. Please try again.`,
  );
