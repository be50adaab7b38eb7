import { statusLabel } from '@/features/booking/tickets/labels';
import type { CsvColumn } from '@/lib/format/csv';
import { formatTime } from '@/lib/format/dates';
import { bookingTypeLabel, kindLabel } from './labels';
import type { TerritoryBooking } from './queries';

/** Two decimals, no symbol and no thousands: a spreadsheet adds it up. */
const amount = (value: number | null): string => (value ?? 0).toFixed(2);

/** In what every amount of the row is, and how much of its total went back: last, so that every column stays where programs find it. */
const moneyColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: 'Currency', value: (row) => row.currency_code },
  { header: 'Refunded', value: (row) => amount(row.refunded_amount) },
];

/** What both files of the money say of a booking. Headers are fixed words: other programs look for them. */
const bookingColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: 'Date', value: (row) => row.booking_date },
  { header: 'Type', value: (row) => kindLabel(row.kind) },
  { header: 'Title', value: (row) => row.title },
  { header: 'Tourist Name', value: (row) => row.tourist_name },
  { header: 'Tourist Hotel', value: (row) => row.hotel_name },
  { header: 'Total Amount', value: (row) => amount(row.total_price) },
  { header: 'Status', value: (row) => statusLabel(row.status) },
  { header: 'Operator Name', value: (row) => row.operator_name },
  { header: 'Operator Amount', value: (row) => amount(row.operator_amount) },
  { header: 'Territory Amount', value: (row) => amount(row.territory_amount) },
  { header: 'App Amount', value: (row) => amount(row.app_amount) },
  { header: 'Partner Amount', value: (row) => amount(row.partner_amount) },
  { header: 'Partner Name', value: (row) => row.partner_name },
];

/** The columns of Admin Region Bookings (docs/product.md, Lists of bookings). */
export const adminCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [...bookingColumns, ...moneyColumns];

/** 'bookings_rio-dulce_2026-10-14.csv' */
export const adminFileName = (territoryId: string, date: string): string => `bookings_${territoryId}_${date}.csv`;

/** The columns of the finances: the same, plus the statuses of the payouts. The app's share is always paid. */
export const financesCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [
  ...bookingColumns,
  { header: 'Operator Status', value: (row) => statusLabel(row.operator_status) },
  { header: 'Territory Status', value: (row) => statusLabel(row.territory_status) },
  { header: 'App Status', value: () => statusLabel('paid') },
  { header: 'Partner Status', value: (row) => (row.partner_amount ? statusLabel(row.partner_status) : '') },
  ...moneyColumns,
];

/** 'bookings_export_2026-10-14.csv' */
export const financesFileName = (date: string): string => `bookings_export_${date}.csv`;

/** When the service starts and who leads it: '9:00 AM, Elmer Caal'. */
const serviceDetails = (row: Pick<TerritoryBooking, 'start_time' | 'operator_name'>): string =>
  [row.start_time && formatTime(row.start_time), row.operator_name].filter(Boolean).join(', ');

/** Territory Bookings. Commissions are empty for staff, who see no money of the partners. */
export const territoryCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: 'Date', value: (row) => row.booking_date },
  { header: 'Type', value: (row) => kindLabel(row.kind) },
  { header: 'Service', value: (row) => row.title },
  { header: 'Service Details', value: serviceDetails },
  { header: 'Customer Name', value: (row) => row.tourist_name },
  { header: 'Customer Email', value: (row) => row.tourist_email },
  { header: 'Number of People', value: (row) => row.num_people },
  { header: 'Booking Type', value: (row) => bookingTypeLabel(row.booking_type) },
  { header: 'Total Price', value: (row) => amount(row.total_price) },
  { header: 'Status', value: (row) => statusLabel(row.status) },
  { header: 'Partner Name', value: (row) => row.partner_name },
  {
    header: 'Commission Amount',
    value: (row) => (row.commission_amount === null ? '' : amount(row.commission_amount)),
  },
  { header: 'Commission Status', value: (row) => row.commission_status && statusLabel(row.commission_status) },
  ...moneyColumns,
];

/** 'bookings_2026-10-14.csv' */
export const territoryFileName = (date: string): string => `bookings_${date}.csv`;
