import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FigureButton } from '@/features/management/bookings/FigureButton';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { Figure as BookingFigure } from '@/features/management/bookings/period';
import type { TerritoryTotal } from '@/features/management/bookings/queries';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/feedback/states';

interface Props {
  totals: readonly TerritoryTotal[] | undefined;
  currency: TerritoryCurrency;
  /** Lists the bookings of a figure. */
  onFigure: (figure: BookingFigure) => void;
}

/** Shows how the amounts of all bookings ever made lead to the revenue, one line per currency. */
export function Reconciliation({ totals, currency, onFigure }: Props) {
  if (!totals) return <Skeleton className="h-24 rounded-lg" />;
  return totals.map((total) => (
    <Line
      key={total.currency_code}
      total={total}
      symbol={symbolOf(total.currency_code, currency)}
      onFigure={onFigure}
    />
  ));
}

function Line({ total, symbol, onFigure }: Pick<Props, 'onFigure'> & { total: TerritoryTotal; symbol: string }) {
  const { t } = useLingui();
  const { sold, not_collected, refunded, disputed, revenue } = total;
  return (
    <dl
      aria-label={t`From bookings to revenue in ${total.currency_code}`}
      className="card card-clip grid sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      <Figure label={t`Booked`} onOpen={() => onFigure('')}>
        {formatMoney(sold, symbol)}
      </Figure>
      <Figure sign="−" label={t`Not collected`} onOpen={() => onFigure('not_collected')}>
        {formatMoney(not_collected ?? 0, symbol)}
      </Figure>
      <Figure sign="−" label={t({ message: 'Refunded', context: 'sum' })} onOpen={() => onFigure('refunded')}>
        {formatMoney(refunded ?? 0, symbol)}
      </Figure>
      {Boolean(disputed) && (
        <Figure sign="−" label={t`Chargebacks`} onOpen={() => onFigure('disputed')}>
          {formatMoney(disputed ?? 0, symbol)}
        </Figure>
      )}
      <Figure sign="=" label={t`Revenue`} strong onOpen={() => onFigure('collected')}>
        {formatMoney(revenue ?? 0, symbol)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  label: string;
  onOpen: () => void;
  sign?: string;
  strong?: boolean;
  children: ReactNode;
}

function Figure({ label, sign, strong = false, onOpen, children }: FigureProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-2.5 sm:block sm:py-3.5',
        strong && 'bg-accent-soft text-accent-text',
      )}
    >
      <dt className={cx('text-sm font-medium', !strong && 'text-ink-2')}>
        {sign && <span className="mr-2">{sign}</span>}
        <span>{label}</span>
      </dt>
      <dd className="nums text-lg font-bold wrap-anywhere sm:text-xl">
        <FigureButton label={label} onOpen={onOpen}>
          {children}
        </FigureButton>
      </dd>
    </div>
  );
}
