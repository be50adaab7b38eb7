import { SALES } from '@/lib/offline/database';
import { createQueue } from '@/lib/offline/queue';
import type { DockDeparture, SaleBody } from '../queries';

/** What was sold, as the server is told of it. No name: it stays on the phone after a sign-out. */
export type OfflineSale = Omit<SaleBody, 'guest_name' | 'whatsapp_number'> & {
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
  shown: Pick<
    DockDeparture,
    'title' | 'territory_id' | 'currency_code' | 'currency_symbol' | 'start_time' | 'time_zone'
  >;
  state: 'waiting' | 'done' | 'refused';
  code?: string | undefined;
  saleId?: string | undefined;
  settledAt?: number | undefined;
}

const queue = createQueue<QueuedSale>(SALES);

export const {
  of: salesOf,
  waitingOf: waitingSalesOf,
  add: keepSale,
  settle: settleSales,
  dismiss: dismissSale,
  forgetOld: forgetOldSales,
  useAll: useQueuedSales,
} = queue;
