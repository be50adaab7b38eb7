import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import type { BookingType, Service } from './types';
import { wording } from './wording';

/** "Q385.00 per person", or the whole group's price. */
export function PriceTag({ service, type, className }: { service: Service; type: BookingType; className: string }) {
  const shared = type === 'shared';
  const price = formatMoney((shared ? service.sharedPrice : service.privatePrice) ?? 0, service.currencySymbol);
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      <strong className={`nums font-bold ${className}`}>{price}</strong>
      <span className="text-ink-2">{shared ? <Trans>per person</Trans> : wording(service.kind).wholePrice}</span>
    </p>
  );
}
