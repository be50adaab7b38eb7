import { msg, t } from '@lingui/core/macro';
import { statusLabel } from '@/features/booking/tickets/labels';
import type { CsvColumn } from '@/lib/format/csv';
import { formatTime } from '@/lib/format/dates';
import { bookingNumber, bookingTypeLabel, kindLabel } from './labels';
import type { TerritoryBooking } from './queries';

/** Formats an amount with two decimals and no symbol or separators, so that spreadsheets can add it. */
const amount = (value: number | null): string => (value ?? 0).toFixed(2);

/**
 * What an accountant matches with the bank and with Stripe. They come last, so that the other columns keep their
 * positions.
 */
const paymentColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: msg`Booking Number`, value: (row) => bookingNumber(row.id) },
  { header: msg`Departure Time`, value: (row) => row.start_time?.slice(0, 5) },
  { header: msg`Phone`, value: (row) => row.whatsapp_number },
  { header: msg`Payment Method`, value: (row) => (row.payment_method === 'cash' ? t`Cash` : t`Card`) },
  { header: msg`Paid On`, value: (row) => row.paid_on },
  { header: msg`Refunded On`, value: (row) => row.refunded_on },
  { header: msg`Stripe Payment`, value: (row) => row.payment_intent_id },
  { header: msg`Stripe Charge`, value: (row) => row.charge_id },
  { header: msg`Stripe Payout`, value: (row) => row.stripe_payout_id },
  { header: msg`Not Collected`, value: (row) => (row.not_collected === null ? '' : amount(row.not_collected)) },
];

const commissionColumns: readonly CsvColumn<TerritoryBooking>[] = [
  {
    header: msg`Commission Amount`,
    value: (row) => (row.commission_amount === null ? '' : amount(row.commission_amount)),
  },
  { header: msg`Commission Status`, value: (row) => row.commission_status && statusLabel(row.commission_status) },
];

/** The currency of the row's amounts and the refunded amount. */
const moneyColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Refunded`, value: (row) => amount(row.refunded_amount) },
];

const bookingColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: msg`Date`, value: (row) => row.booking_date },
  { header: msg`Type`, value: (row) => kindLabel(row.kind) },
  { header: msg`Title`, value: (row) => row.title },
  { header: msg`Tourist Name`, value: (row) => row.tourist_name },
  { header: msg`Tourist Hotel`, value: (row) => row.hotel_name },
  { header: msg`Total Amount`, value: (row) => amount(row.total_price) },
  { header: msg`Status`, value: (row) => statusLabel(row.status) },
  { header: msg`Operator Name`, value: (row) => row.operator_name },
  { header: msg`Operator Amount`, value: (row) => amount(row.operator_amount) },
  { header: msg`Territory Amount`, value: (row) => amount(row.territory_amount) },
  { header: msg`App Amount`, value: (row) => amount(row.app_amount) },
  { header: msg`Partner Amount`, value: (row) => amount(row.partner_amount) },
  { header: msg`Partner Name`, value: (row) => row.partner_name },
];

/** The columns of the admins' export (docs/rules/work.md, Lists of bookings). */
export const adminCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [
  ...bookingColumns,
  ...moneyColumns,
  ...paymentColumns,
  ...commissionColumns,
];

/** Returns for example 'bookings_rio-dulce_2026-10-14.csv'. */
export const adminFileName = (territoryId: string, date: string): string => `bookings_${territoryId}_${date}.csv`;

/** The columns of the finances export, which also has the payout statuses. The app's share always counts as paid. */
export const financesCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [
  ...bookingColumns,
  { header: msg`Operator Status`, value: (row) => statusLabel(row.operator_status) },
  { header: msg`Territory Status`, value: (row) => statusLabel(row.territory_status) },
  { header: msg`App Status`, value: () => statusLabel('paid') },
  { header: msg`Partner Status`, value: (row) => (row.partner_amount ? statusLabel(row.partner_status) : '') },
  ...moneyColumns,
  ...paymentColumns,
  ...commissionColumns,
];

/** Returns for example 'bookings_export_2026-10-14.csv'. */
export const financesFileName = (date: string): string => `bookings_export_${date}.csv`;

/** Returns the start time and guide, such as '9:00 AM, Elmer Caal'. */
const serviceDetails = (row: Pick<TerritoryBooking, 'start_time' | 'operator_name'>): string =>
  [row.start_time && formatTime(row.start_time), row.operator_name].filter(Boolean).join(', ');

/** The columns of the territory's export. Commissions are empty for staff, who may not see partners' money. */
export const territoryCsvColumns: readonly CsvColumn<TerritoryBooking>[] = [
  { header: msg`Date`, value: (row) => row.booking_date },
  { header: msg`Type`, value: (row) => kindLabel(row.kind) },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`Service Details`, value: serviceDetails },
  { header: msg`Customer Name`, value: (row) => row.tourist_name },
  { header: msg`Customer Email`, value: (row) => row.tourist_email },
  { header: msg`Number of People`, value: (row) => row.num_people },
  { header: msg`Booking Type`, value: (row) => bookingTypeLabel(row.booking_type) },
  { header: msg`Total Price`, value: (row) => amount(row.total_price) },
  { header: msg`Status`, value: (row) => statusLabel(row.status) },
  { header: msg`Partner Name`, value: (row) => row.partner_name },
  ...commissionColumns,
  ...moneyColumns,
  { header: msg`Hotel`, value: (row) => row.hotel_name },
  ...paymentColumns,
];

/** Returns for example 'bookings_2026-10-14.csv'. */
export const territoryFileName = (date: string): string => `bookings_${date}.csv`;
