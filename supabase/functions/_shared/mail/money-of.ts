import type { BookingData } from './data.ts';

/** Returns a booking's amounts, as on its ticket and receipt. */
export function moneyOf(data: BookingData): { paid: number; back: number; left: number } {
  const { paid, refund_due, refunded_before } = data;
  const back = data.unpaid_again || paid === 0 ? 0 : refund_due + refunded_before;
  return { paid, back, left: back === 0 ? data.price_now : paid - back };
}
