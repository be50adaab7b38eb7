import { shortCode } from '@/features/booking/tickets/code';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { LanguageCode } from '@/lib/i18n/languages';

/** What was sold without a signal, as the server is told of it. No name: it stays on the phone after a sign-out. */
export type OfflineSale = {
  kind: ServiceKind;
  service_id: string;
  slot_id: string;
  service_date: string;
  booking_type: 'shared' | 'private';
  num_people: number;
  payment_method: 'cash' | 'card';
  /** As the seller has read it out. */
  amount: number;
  language: LanguageCode;
  waiver_version: string;
  arrived: boolean;
  /** One a sale: whatever arrives twice counts once. */
  idempotency_key: string;
  reserve_id: string;
  /** When it was, by this phone's clock. */
  sold_at: string;
};

/** waiting: not sent. done: booked. refused: it could not be, and the seller has to settle it with the guest. */
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

/** By what the guest of a sale that is not sent yet is found: in capitals, in two groups. */
export const saleNumber = ({ sale }: Pick<QueuedSale, 'sale'>): string => shortCode(sale.idempotency_key);
