import { shortCode } from '@/features/booking/tickets/code';
import type { LanguageCode } from '@/lib/i18n/languages';

/**
 * A sale made offline, as the server receives it. It has no name, because it stays on the phone after signing out.
 */
export type OfflineSale = {
  service_id: string;
  slot_id: string;
  service_date: string;
  booking_type: 'shared' | 'private';
  num_people: number;
  payment_method: 'cash' | 'card';
  /** The price that the seller told the guest. */
  amount: number;
  language: LanguageCode;
  waiver_version: string;
  arrived: boolean;
  /** The idempotency key, so that a repeated sale counts once. */
  idempotency_key: string;
  reserve_id: string;
  /** The time by this phone's clock. */
  sold_at: string;
};

/**
 * 'waiting': not sent yet. 'done': booked. 'refused': couldn't be booked, so the seller has to settle it with the
 * guest.
 */
export interface QueuedSale {
  seq: number;
  userId: string;
  sale: OfflineSale;
  /** Extra data that only the screen needs. */
  shown: {
    title: string;
    territory_id: string;
    currency_code: string;
    currency_symbol: string;
    start_time: string | null;
    time_zone: string;
  };
  state: 'waiting' | 'done' | 'refused';
  code?: string | undefined;
  saleId?: string | undefined;
  settledAt?: number | undefined;
}

/** Returns the number of an unsent sale, as capital letters in two groups. */
export const saleNumber = ({ sale }: Pick<QueuedSale, 'sale'>): string => shortCode(sale.idempotency_key);
