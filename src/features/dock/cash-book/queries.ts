import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { localizeTitle, nameIn } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { AT_THE_DOOR, persisted } from '@/lib/offline/persisted';

export const cashKeys = {
  all: ['cash-book'] as const,
  mine: (userId: string) => [...cashKeys.all, 'mine', userId] as const,
  desk: (territoryId: string) => [...cashKeys.all, 'desk', territoryId] as const,
  of: (territoryId: string, personId: string) => [...cashKeys.all, 'of', territoryId, personId] as const,
};

const LOAD_FAILED = msg`Failed to load data. Please try again later.`;

const handover = z.object({
  handover_id: z.string(),
  person_id: z.nullable(z.string()),
  person: z.nullable(z.string()),
  territory_id: z.string(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  declared: z.coerce.number(),
  state: z.enum(['open', 'confirmed', 'withdrawn', 'reversed']),
  counted: z.nullable(z.coerce.number()),
  difference: z.nullable(z.coerce.number()),
  reason: z.nullable(z.string()),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
  confirmed_by: z.nullable(z.string()),
});
export type Handover = z.infer<typeof handover>;

/** The sums of one person in one territory and currency. */
const sums = {
  territory_id: z.string(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  /** The cash that the person holds. It is negative if the desk owes them. */
  open: z.coerce.number(),
  taken_today: z.coerce.number(),
  handed_today: z.coerce.number(),
  /** The pending handover, or null. */
  handover: z.nullable(handover),
};
const ownSum = z.object({ ...sums, territory_name: z.string(), names: z.nullish(z.record(z.string(), namesShape)) });
export type CashSum = z.infer<typeof ownSum>;

const entry = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(['taken', 'undone', 'returned', 'handed_over', 'reversed']),
  amount: z.coerce.number(),
  currency_code: z.string(),
  currency_symbol: z.string(),
  territory_id: z.string(),
  time_zone: z.string(),
  title: z.nullable(z.string()),
  titles: z.nullish(namesShape),
  people: z.nullable(z.number()),
  walk_in: z.boolean(),
  guest: z.nullable(z.string()),
  confirmed_by: z.nullable(z.string()),
  declared: z.nullable(z.coerce.number()),
  reason: z.nullable(z.string()),
});
export type CashEntry = z.infer<typeof entry>;

const book = z.object({ sums: z.array(ownSum), entries: z.array(entry) });

function readBook(value: unknown) {
  const read = readAnswer(book, value);
  return {
    sums: read.sums.map((sum) => ({ ...sum, territory_name: nameIn(sum.territory_name, sum.names?.name) })),
    entries: read.entries.map((row) =>
      row.title === null ? row : { ...row, title: localizeTitle({ title: row.title, titles: row.titles ?? {} }).title },
    ),
  };
}
export type CashBook = ReturnType<typeof readBook>;

/** How many days of a book are shown. */
const DAYS = 31;

export const myCashBookQuery = (userId: string) =>
  queryOptions({
    queryKey: cashKeys.mine(userId),
    queryFn: async ({ signal }) =>
      readBook(await run((db) => db.rpc('my_cash_book', { p_days: DAYS }).abortSignal(signal), LOAD_FAILED)),
    staleTime: 0,
    ...persisted(...AT_THE_DOOR),
  });

/** Returns a person's cash book in a territory, for the desk. */
export const cashBookOfQuery = (territoryId: string, personId: string) =>
  queryOptions({
    queryKey: cashKeys.of(territoryId, personId),
    queryFn: async ({ signal }) =>
      readBook(
        await run(
          (db) =>
            db
              .rpc('cash_book_of', { p_territory_id: territoryId, p_user_id: personId, p_days: DAYS })
              .abortSignal(signal),
          LOAD_FAILED,
        ),
      ),
  });

const held = z.object({ ...sums, person_id: z.string(), person: z.nullable(z.string()), mine: z.boolean() });
export type HeldCash = z.infer<typeof held>;
const desk = z.object({ books: z.array(held), counted: z.array(handover) });

/** Returns who holds how much cash in a territory, and the handovers counted since yesterday. */
export const cashDeskQuery = (territoryId: string) =>
  queryOptions({
    queryKey: cashKeys.desk(territoryId),
    queryFn: async ({ signal }) =>
      readAnswer(
        desk,
        await run((db) => db.rpc('cash_books', { p_territory_id: territoryId }).abortSignal(signal), LOAD_FAILED),
      ),
  });

/** Declares a handover. The same key declares it only once. */
export const handOver = (of: CashSum, amount: number, idempotencyKey: string) =>
  run(
    (db) =>
      db.rpc('hand_over_cash', {
        p_territory_id: of.territory_id,
        p_currency_code: of.currency_code,
        p_amount: amount,
        p_idempotency_key: idempotencyKey,
      }),
    msg`Failed to hand over the cash`,
  );

export const withdrawHandover = (id: string) =>
  run((db) => db.rpc('withdraw_handover', { p_handover_id: id }), msg`Failed to withdraw the handover`);

/** Confirms a handover with the counted amount. A difference needs a reason. */
export const confirmHandover = (id: string, counted: number, reason: string) =>
  run(
    (db) => db.rpc('confirm_handover', { p_handover_id: id, p_counted: counted, ...(reason && { p_reason: reason }) }),
    msg`Failed to confirm the handover`,
  );

export const reverseHandover = (id: string, reason: string) =>
  run((db) => db.rpc('reverse_handover', { p_handover_id: id, p_reason: reason }), msg`Failed to reverse the handover`);
