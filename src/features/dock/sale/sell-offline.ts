import { keepSale } from '@/features/dock/offline/queue';
import { forgetUnanswered, unansweredKey } from '@/lib/api/send-idempotent';
import { SALE_PLACE, type SaleBody, type SaleRequest, saleBody } from './queries';
import type { ReservedDeparture } from './reserves';

/** Two taps are the same sale if they have the same seats at the same price, whatever was typed about the guest. */
const seatsOf = (body: SaleBody) =>
  JSON.stringify({ ...body, guest_name: '', whatsapp_number: '', language: '', waiver_version: '', arrived: false });

/**
 * Sells from this phone's reserve and returns the key of the sale, which is stored before the screen confirms it.
 * If the same sale was sent online without a response, it keeps that key, because it may be booked already.
 */
export async function sellOffline(userId: string, of: ReservedDeparture, request: SaleRequest): Promise<string> {
  const pressed = saleBody(request);
  const { guest_name: _name, whatsapp_number: _number, ...body } = pressed;
  const key =
    unansweredKey(SALE_PLACE, (text) => seatsOf(JSON.parse(text)) === seatsOf(pressed)) ?? crypto.randomUUID();
  await keepSale({
    userId,
    sale: {
      ...body,
      payment_method: 'cash',
      idempotency_key: key,
      reserve_id: of.reserve_id,
      sold_at: new Date().toISOString(),
    },
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
