import { type SaleRequest, saleBody } from '../queries';
import { keepSale } from './queue';
import type { ReservedDeparture } from './reserves';

/** Sells from what this phone keeps, and is on the disk before the screen says so. → the key of the sale */
export async function sellOffline(userId: string, of: ReservedDeparture, request: SaleRequest): Promise<string> {
  const { guest_name: _name, whatsapp_number: _number, ...body } = saleBody(request);
  const key = crypto.randomUUID();
  await keepSale({
    userId,
    sale: { ...body, idempotency_key: key, reserve_id: of.reserve_id, sold_at: new Date().toISOString() },
    shown: { title: of.title, currency_symbol: of.currency_symbol, start_time: of.start_time, time_zone: of.time_zone },
    state: 'waiting',
  });
  return key;
}
