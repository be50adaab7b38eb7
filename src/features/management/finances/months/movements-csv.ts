import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { bookingNumber } from '@/features/management/bookings/labels';
import { type CsvColumn, collectCsv } from '@/lib/format/csv';
import { type CardMovement, getCardMovements, type MovementCursor } from './queries';

const labels: Record<string, MessageDescriptor> = {
  payment: msg`Payment`,
  refund: msg`Refund`,
  refund_returned: msg`Refund returned by the bank`,
  chargeback: msg`Chargeback`,
  chargeback_won: msg`Chargeback won`,
};
const movementLabel = (what: string): string => {
  const label = labels[what];
  return label ? i18n._(label) : what;
};

/** The columns of the card movements (docs/rules/money.md, Card movements). */
export const movementColumns: readonly CsvColumn<CardMovement>[] = [
  { header: msg`Date`, value: (row) => row.day },
  { header: msg`Time`, value: (row) => row.local_time.slice(0, 5) },
  { header: msg`Type`, value: (row) => movementLabel(row.what) },
  { header: msg`Booking Number`, value: (row) => row.booking_id && bookingNumber(row.booking_id) },
  { header: msg`Service`, value: (row) => row.title },
  { header: msg`Trip Date`, value: (row) => row.booking_date },
  { header: msg`Amount`, value: (row) => row.amount.toFixed(2) },
  { header: msg`Currency`, value: (row) => row.currency_code },
  { header: msg`Stripe Payment`, value: (row) => row.payment_intent_id },
  { header: msg`Stripe Charge`, value: (row) => row.charge_id },
  { header: msg`Stripe Source`, value: (row) => row.source_id },
  { header: msg`Stripe Payout`, value: (row) => row.stripe_payout_id },
];

/** Returns for example 'card_movements_2026-10.csv'. */
export const movementsFile = (month: string): string => `card_movements_${month.slice(0, 7)}.csv`;

/** Returns all card movements of a month. Their amounts add up to those of Stripe's balance transactions. */
export const collectMovements = (
  territoryId: string,
  month: string,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Blob> =>
  collectCsv({
    columns: movementColumns,
    page: (cursor: MovementCursor | null, abort) => getCardMovements(territoryId, month, cursor, abort),
    onProgress,
    signal,
  });
