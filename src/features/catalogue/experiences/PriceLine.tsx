import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';

interface Priced {
  booking_type: string;
  shared_price: number | null;
  private_price: number | null;
}

interface Props {
  experience: Priced;
  currencySymbol: string;
  className?: string;
}

/** Shows an experience's price in one line, or nothing if it has none. */
export function PriceLine({ experience, currencySymbol, className }: Props) {
  const parts = priceParts(experience, currencySymbol);
  if (!parts) return null;
  const price = <strong className="nums font-bold text-ink">{parts.price}</strong>;
  return (
    <p className={cx('text-ink-2', className)}>
      {parts.kind === 'total' && (
        <span>
          <Trans>{price} total</Trans>
        </span>
      )}
      {parts.kind === 'per-person' && (
        <span>
          <Trans>{price} per person</Trans>
        </span>
      )}
      {parts.kind === 'from-per-person' && (
        <span>
          <Trans>From {price} / person</Trans>
        </span>
      )}
    </p>
  );
}

interface PriceParts {
  kind: 'total' | 'per-person' | 'from-per-person';
  price: string;
}

/**
 * Returns the parts of the price: private prices are per group, shared ones per person, and an experience with both
 * has 'From … / person'.
 */
function priceParts(experience: Priced, symbol: string): PriceParts | null {
  const { booking_type: type, shared_price: shared, private_price: whole } = experience;
  if (type === 'private') return whole === null ? null : { kind: 'total', price: formatMoney(whole, symbol) };
  if (shared === null) return null;
  return { kind: type === 'both' ? 'from-per-person' : 'per-person', price: formatMoney(shared, symbol) };
}
