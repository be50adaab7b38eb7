import { msg, t } from '@lingui/core/macro';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { localizeNames, localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import type { Database } from '@/types/database';
import { payoutKeys } from './queries';

type Row = Database['public']['Functions']['my_month_statements']['Returns'][number];
/** What a person earned in a closed month of a region, in one currency. */
export type MonthStatement = Omit<Row, 'territory_names'> & { untranslated?: Untranslated<'territory_name'> };
type Line = Omit<Database['public']['Functions']['month_statement_lines']['Returns'][number], 'titles'>;

interface Cursor {
  month: string;
  id: number;
}
const PAGE_SIZE = 20;

/** Returns the person's statements of closed months, newest first. */
export const myMonthStatementsQuery = (userId: string) =>
  pagedQuery(payoutKeys.months(userId), async (cursor: Cursor | null, signal) => {
    const after = cursor ? { p_before: cursor.month, p_before_id: cursor.id } : {};
    const rows = await run(
      (db) => db.rpc('my_month_statements', { ...after, p_limit: PAGE_SIZE }).abortSignal(signal),
      msg`Failed to load data. Please try again later.`,
    );
    return pageOf(
      rows.map(
        ({ territory_names, ...row }): MonthStatement =>
          localizeNames({ ...row, names: { territory_name: territory_names } }, ['territory_name']),
      ),
      PAGE_SIZE,
      ({ month, id }) => ({ month, id }),
    );
  });

const figureLabel = (figure: string): string =>
  figure === 'sold'
    ? t`Sold`
    : figure === 'refunded'
      ? t({ message: 'Refunded', context: 'sum' })
      : figure === 'disputed'
        ? t`Chargebacks`
        : t`Corrections`;

const columns: readonly CsvColumn<Line>[] = [
  { header: msg`Recorded On`, value: (row) => row.recorded_on },
  { header: msg`Type`, value: (row) => figureLabel(row.figure) },
  { header: msg`Earlier Month`, value: (row) => (row.earlier ? t`Yes` : '') },
  { header: msg`Booking Number`, value: (row) => row.booking_id.slice(0, 8).toUpperCase() },
  { header: msg`Date`, value: (row) => row.booking_date },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`Amount`, value: (row) => row.amount.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
];

/** Returns for example 'statement_2026-10_operator.csv'. */
export const monthStatementFile = ({ month, party }: { month: string; party: string }): string =>
  `statement_${month.slice(0, 7)}_${party}.csv`;

/** Returns all lines of a statement, whose amounts add up to it. */
export const collectMonthStatement = (
  id: number,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> =>
  collectCsv({
    columns,
    page: async (after: number | null, abort) => {
      const size = 1000;
      const rows = await run(
        (db) =>
          db
            .rpc('month_statement_lines', {
              p_statement_id: id,
              ...(after !== null && { p_after: after }),
              p_limit: size,
            })
            .abortSignal(abort),
        msg`Failed to load the statement`,
      );
      return pageOf(
        rows.map((row): Line => localizeTitle(row)),
        size,
        (last) => last.id,
      );
    },
    onProgress,
    signal,
  });
