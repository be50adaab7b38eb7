import { formatMoney } from '@/lib/format/money';

export interface PriceParts {
  kind: 'total' | 'per-person' | 'from-per-person';
  price: string;
}

interface Priced {
  booking_type: string;
  shared_price: number | null;
  private_price: number | null;
}

/** The card's price: a private one is for the whole group, a shared one per person, both is 'From … / person'. */
export function priceParts(experience: Priced, symbol: string): PriceParts | null {
  const { booking_type: type, shared_price: shared, private_price: whole } = experience;
  if (type === 'private') return whole === null ? null : { kind: 'total', price: formatMoney(whole, symbol) };
  if (shared === null) return null;
  return { kind: type === 'both' ? 'from-per-person' : 'per-person', price: formatMoney(shared, symbol) };
}
