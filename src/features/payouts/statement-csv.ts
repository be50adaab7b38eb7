import { msg } from '@lingui/core/macro';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { getLines, type PayoutLine, type Statement } from './queries';

const columns = ({ number, paid_on, reference }: Statement): readonly CsvColumn<PayoutLine>[] => [
  { header: msg`Statement`, value: () => number },
  { header: msg`Paid On`, value: () => paid_on },
  { header: msg`Reference`, value: () => reference },
  { header: msg`Date`, value: (row) => row.booking_date },
  { header: msg`Time`, value: (row) => row.start_time?.slice(0, 5) },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`People`, value: (row) => row.num_people },
  { header: msg`Sold`, value: (row) => row.sold.toFixed(2) },
  { header: msg`Amount`, value: (row) => row.amount.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Refunded`, value: (row) => row.refunded.toFixed(2) },
];

/** Returns for example 'payout_P-20261014-6C104349.csv'. */
export const statementFile = ({ number }: Statement): string => `payout_${number}.csv`;

/** Returns all lines of a payout. Their amounts add up to it. */
export const collectLines = (
  statement: Statement,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> =>
  collectCsv({
    columns: columns(statement),
    page: (after: number | null, abort) => getLines(statement.id, after, 1000, abort),
    onProgress,
    signal,
  });
