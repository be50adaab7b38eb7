import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CalendarX2 } from 'lucide-react';
import { untilDecided } from '@/features/catalogue/cancellation-policy';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import type { PriceLine } from './dto';
import { labelsOf } from './labels';
import type { BookingType, Service } from './service';

// This module is shown before the form's libraries load, so it must not import anything large.

/** Shows "Q385.00 per person", or the price of a private group. */
export function PriceTag({ service, type, className }: { service: Service; type: BookingType; className: string }) {
  const shared = type === 'shared';
  const price = formatMoney((shared ? service.sharedPrice : service.privatePrice) ?? 0, service.currencySymbol);
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      <strong className={`nums font-bold ${className}`}>{price}</strong>
      <span className="text-ink-2">
        {shared ? (
          <span key="first">
            <Trans>per person</Trans>
          </span>
        ) : (
          <span>{labelsOf(service.kind).wholePrice}</span>
        )}
      </span>
    </p>
  );
}

/** Shows the panel's heading with the price and, for transport, what the price is for. */
export function PanelHead({ service, type }: { service: Service; type: BookingType }) {
  return (
    <div className="px-[min(1.25rem,7vw)] pt-4 pb-3 sm:px-6">
      {service.kind === 'transport' && <h2 className="mb-1 text-lg font-bold">{labelsOf(service.kind).title}</h2>}
      <PriceTag service={service} type={type} className="text-2xl" />
    </div>
  );
}

/** Returns for example 'Q385.00 × 2 people'. */
export function lineName(code: string, unit: string, quantity: number): string {
  const people = plural(quantity, { one: '# person', other: '# people' });
  if (code === 'other_departure') return t`Difference in price`;
  return code === 'per_person' ? t`${unit} × ${people}` : t`${unit} for the whole group`;
}

type Props = { lines: PriceLine[]; total: number; symbol: string; stale?: boolean };

/** Shows the server's price line by line. */
export function PriceLines({ lines, total, symbol, stale = false }: Props) {
  return (
    <dl className={cx('grid gap-1 text-[.9375rem]', stale && 'animate-pulse')} aria-busy={stale || undefined}>
      {lines.map((line) => (
        <div key={line.code} className="flex flex-wrap justify-between gap-x-4 text-ink-2">
          <dt className="nums">
            <Fresh>{lineName(line.code, formatMoney(line.unitPrice, symbol), line.quantity)}</Fresh>
          </dt>
          <dd className="nums">{formatMoney(line.amount, symbol)}</dd>
        </div>
      ))}
      <div className="flex flex-wrap justify-between gap-x-4 text-lg font-bold">
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd className="nums">{formatMoney(total, symbol)}</dd>
      </div>
    </dl>
  );
}

/**
 * Shows the free cancellation deadline, or the policy. `waits` means that the card is only authorised until the
 * departure is decided.
 */
export function CancellationLine({ children, waits = false }: { children: string; waits?: boolean }) {
  return (
    <p className="nums flex items-start gap-2 text-sm text-ink-2">
      <CalendarX2 aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <span>{waits ? untilDecided(children) : children}</span>
    </p>
  );
}
