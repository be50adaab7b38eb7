import { keepSale } from '@/features/dock/offline/queue';
import { forgetUnanswered, unansweredKey } from '@/lib/api/send-idempotent';
import { SALE_PLACE, type SaleBody, type SaleRequest, saleBody } from './queries';
import type { ReservedDeparture } from './reserves';

/** What makes two presses one sale: the same seats for the same sum, whatever was typed of the guest. */
const seatsOf = (body: SaleBody) =>
  JSON.stringify({ ...body, guest_name: '', whatsapp_number: '', language: '', waiver_version: '', arrived: false });

/**
 * Sells from what this phone keeps, and is on the disk before the screen says so. Where the same was pressed with a line and had no answer,
 * it is that sale, under its key: it may be booked already. → the key of the sale
 */
export async function sellOffline(userId: string, of: ReservedDeparture, request: SaleRequest): Promise<string> {
  const pressed = saleBody(request);
  const { guest_name: _name, whatsapp_number: _number, ...body } = pressed;
  const key =
    unansweredKey(SALE_PLACE, (text) => seatsOf(JSON.parse(text)) === seatsOf(pressed)) ?? crypto.randomUUID();
  await keepSale({
    userId,
    sale: { ...body, idempotency_key: key, reserve_id: of.reserve_id, sold_at: new Date().toISOString() },
    shown: {
      title: of.title,
      territory_id: of.territory_id,
      currency_code: of.currency_code,
      currency_symbol: of.currency_symbol,
      start_time: of.start_time,
      time_zone: of.time_zone,
    },
    state: 'waiting',
  });
  forgetUnanswered(SALE_PLACE, key);
  return key;
}
