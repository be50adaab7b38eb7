import { shortCode } from '@/features/booking/tickets/code';
import type { LanguageCode } from '@/lib/i18n/languages';

/** An offline sale, as reported to the server. Without a name, as it stays on the phone after signing out. */
export type OfflineSale = {
  service_id: string;
  slot_id: string;
  service_date: string;
  booking_type: 'shared' | 'private';
  num_people: number;
  payment_method: 'cash' | 'card';
  /** The price the seller has named. */
  amount: number;
  language: LanguageCode;
  waiver_version: string;
  arrived: boolean;
  /** One per sale: duplicates count once. */
  idempotency_key: string;
  reserve_id: string;
  /** The time by this phone's clock. */
  sold_at: string;
};

/** waiting: unsent. done: booked. refused: could not be booked, and the seller has to settle it with the guest. */
export interface QueuedSale {
  seq: number;
  userId: string;
  sale: OfflineSale;
  /** For the screen. */
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

/** The number of an unsent sale: capitals in two groups. */
export const saleNumber = ({ sale }: Pick<QueuedSale, 'sale'>): string => shortCode(sale.idempotency_key);
