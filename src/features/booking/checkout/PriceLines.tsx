import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import type { PriceLine } from './types';

type Props = { lines: PriceLine[]; total: number; symbol: string; stale?: boolean };

/** The price as the server made it, line by line. */
export function PriceLines({ lines, total, symbol, stale = false }: Props) {
  return (
    <dl className={cx('grid gap-1 text-[.9375rem]', stale && 'animate-pulse')} aria-busy={stale || undefined}>
      {lines.map((line) => {
        const unit = formatMoney(line.unitPrice, symbol);
        const people = plural(line.quantity, { one: '# person', other: '# people' });
        return (
          <div key={line.code} className="flex justify-between gap-4 text-ink-2">
            <dt className="nums">
              {line.code === 'per_person' ? (
                <Trans>
                  {unit} × {people}
                </Trans>
              ) : (
                <Trans>{unit} for the whole group</Trans>
              )}
            </dt>
            <dd className="nums">{formatMoney(line.amount, symbol)}</dd>
          </div>
        );
      })}
      <div className="flex justify-between gap-4 text-lg font-bold">
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd className="nums">{formatMoney(total, symbol)}</dd>
      </div>
    </dl>
  );
}
