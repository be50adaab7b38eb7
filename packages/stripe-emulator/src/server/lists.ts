import { invalidParameter, missingResource } from './failure.ts';
import { allowOnly, list, nested, oneOf, type Params, positiveInteger, text } from './form.ts';
import type { BalanceTransaction, Dispute, Payout, Refund, StripeEvent } from './objects.ts';
import type { Store } from './store.ts';

export interface Page<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
  url: string;
}

const PAGING = ['ending_before', 'limit', 'starting_after'];

export function listEvents(store: Store, params: Params): Page<StripeEvent> {
  allowOnly(params, [...PAGING, 'created', 'delivery_success', 'type', 'types']);
  const types = [text(params, 'type'), ...list(params, 'types')].filter((type) => type !== undefined);
  const delivered = oneOf(params, 'delivery_success', ['true', 'false']);
  const inPeriod = period(params);
  const wanted = [...store.tables.events.values()].filter((event) => {
    const arrived = String(store.tables.deliveries.get(event.id)?.state === 'delivered');
    const ofType = types.length === 0 || types.some((type) => matches(event.type, type));
    return ofType && inPeriod(event.created) && (delivered === undefined || delivered === arrived);
  });
  return page(wanted.reverse(), params, '/v1/events');
}

export const listRefunds = (store: Store, params: Params): Page<Refund> =>
  listOfPayment([...store.tables.refunds.values()], params, '/v1/refunds');

export const listDisputes = (store: Store, params: Params): Page<Dispute> =>
  listOfPayment([...store.tables.disputes.values()], params, '/v1/disputes');

export function listBalanceTransactions(store: Store, params: Params): Page<BalanceTransaction> {
  allowOnly(params, [...PAGING, 'created', 'currency', 'payout', 'source', 'type']);
  const payout = text(params, 'payout');
  if (payout !== undefined && !store.tables.payouts.has(payout)) throw missingResource('payout', payout, 'payout');
  const wanted = (name: 'currency' | 'source' | 'type', item: BalanceTransaction) =>
    (text(params, name) ?? item[name]) === item[name];
  const inPeriod = period(params);
  const items = [...store.tables.balance_transactions.values()].filter(
    (item) =>
      (payout === undefined || store.tables.paid_out.get(item.id)?.payout === payout) &&
      wanted('currency', item) &&
      wanted('source', item) &&
      wanted('type', item) &&
      inPeriod(item.created),
  );
  return page(items.reverse(), params, '/v1/balance_transactions');
}

export function listPayouts(store: Store, params: Params): Page<Payout> {
  allowOnly(params, [...PAGING, 'created']);
  const inPeriod = period(params);
  const wanted = [...store.tables.payouts.values()].filter(({ created }) => inPeriod(created));
  return page(wanted.reverse(), params, '/v1/payouts');
}

function listOfPayment<Item extends Refund | Dispute>(items: Item[], params: Params, url: string): Page<Item> {
  allowOnly(params, [...PAGING, 'charge', 'created', 'payment_intent']);
  const intent = text(params, 'payment_intent');
  const charge = text(params, 'charge');
  const inPeriod = period(params);
  const wanted = items.filter(
    (item) =>
      (intent ?? item.payment_intent) === item.payment_intent &&
      (charge ?? item.charge) === item.charge &&
      inPeriod(item.created),
  );
  return page(wanted.reverse(), params, url);
}

const matches = (type: string, wanted: string) =>
  type === wanted || (wanted.endsWith('*') && type.startsWith(wanted.slice(0, -1)));

function period(params: Params): (created: number) => boolean {
  if (typeof params.created === 'string') return (created) => created === Number(params.created);
  const range = nested(params, 'created');
  const bound = (name: string, otherwise: number) => Number(text(range, name) ?? otherwise);
  return (created) =>
    created >= bound('gte', 0) &&
    created > bound('gt', -1) &&
    created <= bound('lte', Infinity) &&
    created < bound('lt', Infinity);
}

/** `items` are newest first. */
function page<Item extends { id: string }>(items: Item[], params: Params, url: string): Page<Item> {
  const limit = positiveInteger(params, 'limit') ?? 10;
  if (limit > 100)
    throw invalidParameter('This value must be less than or equal to 100.', 'parameter_invalid_integer', 'limit');
  const indexOf = (name: string) => {
    const id = text(params, name);
    if (id === undefined) return undefined;
    const index = items.findIndex((item) => item.id === id);
    if (index === -1) throw missingResource(url.slice(4, -1), id, name);
    return index;
  };
  const before = indexOf('ending_before');
  if (before !== undefined) {
    const start = Math.max(0, before - limit);
    return { object: 'list', data: items.slice(start, before), has_more: start > 0, url };
  }
  const start = (indexOf('starting_after') ?? -1) + 1;
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url };
}
