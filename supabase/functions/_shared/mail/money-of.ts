import type { BookingData } from './data.ts';

/** The money of a booking: as its ticket and its receipt say it. */
export function moneyOf(data: BookingData): { paid: number; back: number; left: number } {
  const { paid, refund_due, refunded_before } = data;
  const back = data.unpaid_again || paid === 0 ? 0 : refund_due + refunded_before;
  return { paid, back, left: back === 0 ? data.price_now : paid - back };
}
