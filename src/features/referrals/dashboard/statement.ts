import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { calendarDate } from '@/lib/format/dates';
import { getStatementPage, type PartnerActivity } from './queries';

const columns: readonly CsvColumn<PartnerActivity>[] = [
  { header: 'Booked On', value: (row) => row.created_at.slice(0, 10) },
  { header: 'Link', value: (row) => row.link_name },
  { header: 'Type', value: (row) => row.kind },
  { header: 'Service', value: (row) => row.title },
  { header: 'Service Date', value: (row) => row.booking_date },
  { header: 'Guest', value: (row) => row.tourist_name },
  { header: 'Total Amount', value: (row) => row.total_price?.toFixed(2) },
  { header: 'Commission Amount', value: (row) => row.amount?.toFixed(2) },
  { header: 'Currency', value: (row) => row.currency_code },
  { header: 'Commission Status', value: (row) => row.status },
  { header: 'Estimated', value: (row) => (row.estimated ? 'yes' : 'no') },
  { header: 'Paid On', value: (row) => row.paid_at?.slice(0, 10) },
  { header: 'Refunded', value: (row) => row.refunded_amount?.toFixed(2) },
];

export const statementName = (): string => `commissions_${calendarDate()}.csv`;

/** Every booking through the partner's links, also deleted ones; amounts with two decimals in the named currency. */
export const collectStatement = (signal: AbortSignal, onProgress: (rows: number) => void): Promise<Blob> =>
  collectCsv({ columns, page: getStatementPage, onProgress, signal });
