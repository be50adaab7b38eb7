import { msg, t } from '@lingui/core/macro';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { calendarDate, ownDate } from '@/lib/format/dates';
import { getStatementPage, type PartnerActivity } from './queries';

const columns: readonly CsvColumn<PartnerActivity>[] = [
  { header: msg`Booked On`, value: (row) => ownDate(row.created_at) },
  { header: msg`Link`, value: (row) => row.link_name },
  { header: msg`Type`, value: (row) => (row.kind === 'transport' ? t`transport` : t`experience`) },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`Service Date`, value: (row) => row.booking_date },
  { header: msg`Guest`, value: (row) => row.tourist_name },
  { header: msg`Total Amount`, value: (row) => row.total_price?.toFixed(2) },
  { header: msg`Commission Amount`, value: (row) => row.amount?.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Commission Status`, value: (row) => statusLabel(row.status).toLocaleLowerCase() },
  { header: msg`Estimated`, value: (row) => (row.estimated ? t`yes` : t`no`) },
  { header: msg`Paid On`, value: (row) => row.paid_at && ownDate(row.paid_at) },
  { header: msg`Refunded`, value: (row) => row.refunded_amount?.toFixed(2) },
];

export const statementName = (): string => `commissions_${calendarDate()}.csv`;

/**
 * Returns all bookings through the partner's links, including deleted links. Amounts have two decimals in the
 * currency named beside them.
 */
export const collectStatement = (signal: AbortSignal, onProgress: (rows: number) => void): Promise<Blob> =>
  collectCsv({ columns, page: getStatementPage, onProgress, signal });
