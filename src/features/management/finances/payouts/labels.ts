import { t } from '@lingui/core/macro';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import type { Payee } from './queries';

/** The payee's role. */
export const partyLabel = ({ party }: Pick<Payee, 'party'>): string =>
  party === 'operator' ? t`Operator` : party === 'partner' ? t`Travel partner` : t`Region`;

/** 'Q150.10 · USD 20.00': sums per currency. */
export const sumText = (sums: readonly { currency: string; amount: number }[], own: TerritoryCurrency): string =>
  sums.map(({ currency, amount }) => formatMoney(amount, symbolOf(currency, own))).join(' · ');
