import { msg } from '@lingui/core/macro';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import type { CashEntry } from './queries';

const columns: readonly CsvColumn<CashEntry>[] = [
  { header: msg`Time`, value: (row) => row.at },
  { header: msg`Kind`, value: (row) => row.kind },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`Guest`, value: (row) => row.guest },
  { header: msg`People`, value: (row) => row.people },
  { header: msg`Amount`, value: (row) => row.amount.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Declared`, value: (row) => row.declared?.toFixed(2) },
  { header: msg`Reason`, value: (row) => row.reason },
  { header: msg`Confirmed by`, value: (row) => row.confirmed_by },
];

/** Returns the entries of a book as the page shows them. */
export const collectEntries = (
  entries: readonly CashEntry[],
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> => collectCsv({ columns, page: async () => ({ rows: entries, next: null }), onProgress, signal });
