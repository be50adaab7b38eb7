import { t } from '@lingui/core/macro';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import type { Payee } from './queries';

/** Returns the payee's role. */
export const partyLabel = ({ party }: Pick<Payee, 'party'>): string =>
  party === 'operator' ? t`Operator` : party === 'partner' ? t`Travel partner` : t`Territory`;

/** Returns the sums per currency, such as 'Q150.10 · USD 20.00'. */
export const sumText = (sums: readonly { currency: string; amount: number }[], own: TerritoryCurrency): string =>
  sums.map(({ currency, amount }) => formatMoney(amount, symbolOf(currency, own))).join(' · ');
