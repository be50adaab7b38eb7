import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { BadgePercent, Banknote, Hourglass, Landmark, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/feedback/states';
import { FigureButton } from './FigureButton';
import { symbolOf, type TerritoryCurrency } from './money';
import type { Figure } from './period';
import type { TerritoryTotal } from './queries';

interface Props {
  totals: readonly TerritoryTotal[] | undefined;
  /** The territory's currency. Amounts in another currency show its code. */
  currency: TerritoryCurrency;
  /** False if another card shows the shares. */
  shares?: boolean;
  /** Lists the bookings of a figure. */
  onFigure?: ((figure: Figure) => void) | undefined;
}

const NOTHING: Omit<TerritoryTotal, 'currency_code'> = {
  bookings: 0,
  people: 0,
  booked: 0,
  sold: 0,
  revenue: 0,
  operator: 0,
  territory: 0,
  app: 0,
  partner: 0,
  not_collected: 0,
  refunded: 0,
  disputed: 0,
  pending: 0,
  pending_payouts: 0,
};

/** Shows totals of all matching bookings, including those that aren't loaded. */
export function Totals({ totals, currency, shares = true, onFigure }: Props) {
  const { t } = useLingui();
  if (!totals) {
    return (
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 sm:gap-5 lg:grid-cols-4"
        role="status"
        aria-label={t`Loading`}
      >
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-28 rounded-lg" />
        ))}
      </div>
    );
  }
  const rows = totals.length > 0 ? totals : [{ ...NOTHING, currency_code: currency.code }];
  return rows.map((row) => (
    <CurrencyTotals key={row.currency_code} total={row} currency={currency} shares={shares} onFigure={onFigure} />
  ));
}

function CurrencyTotals({
  total,
  currency,
  shares,
  onFigure,
}: Required<Omit<Props, 'totals' | 'onFigure'>> & Pick<Props, 'onFigure'> & { total: TerritoryTotal }) {
  const { t } = useLingui();
  const money = (value: number | null) => formatMoney(value ?? 0, symbolOf(total.currency_code, currency));
  const { bookings, people, pending_payouts: payouts } = total;
  const open = (figure: Figure) => onFigure && (() => onFigure(figure));
  return (
    <section aria-label={t`Totals in ${total.currency_code}`} className="grid grid-cols-1 gap-3 sm:gap-5">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 sm:gap-5 lg:grid-cols-4">
        <Tile
          icon={Banknote}
          look="accent"
          label={t`Total Revenue`}
          value={money(total.revenue)}
          onOpen={open('collected')}
        >
          <Plural value={bookings} one="# booking" other="# bookings" />,{' '}
          <Plural value={people} one="# person" other="# people" />
        </Tile>
        <Tile
          icon={Hourglass}
          look="warn"
          label={t`Pending Payments`}
          value={money(total.pending)}
          onOpen={open('to_pay_out')}
        >
          <Plural value={payouts ?? 0} one="# payout to make" other="# payouts to make" />
        </Tile>
        <Tile
          icon={BadgePercent}
          look="info"
          label={t`App Revenue`}
          value={money(total.app)}
          onOpen={open('collected')}
        >
          <Trans>10% of guests' payments, minus refunds</Trans>
        </Tile>
        <Tile
          icon={Landmark}
          look="success"
          label={t`Territory Revenue`}
          value={money(total.territory)}
          onOpen={open('collected')}
        >
          <Trans>10% of guests' payments, minus refunds</Trans>
        </Tile>
      </dl>
      {shares && (
        <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
          <span>
            <Trans>Total booked: {money(total.booked)}</Trans>
          </span>
          <span>
            <Trans>Operators: {money(total.operator)}</Trans>
          </span>
          <span>
            <Trans>Partners: {money(total.partner)}</Trans>
          </span>
        </p>
      )}
    </section>
  );
}

const looks = {
  accent: 'bg-accent-soft text-accent-text',
  warn: 'bg-warn-soft text-warn-text',
  info: 'bg-info-soft text-info-text',
  success: 'bg-success-soft text-success-text',
};

interface TileProps {
  icon: LucideIcon;
  look: keyof typeof looks;
  label: string;
  value: string;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}

function Tile({ icon: Icon, look, label, value, onOpen, children }: TileProps) {
  return (
    <div className="card relative min-w-0 p-4 wrap-anywhere sm:p-5">
      <dt className="pr-11 text-sm font-medium text-ink-2">{label}</dt>
      <dd className="mt-3 text-xl font-bold tracking-tight wrap-anywhere sm:text-[1.625rem] sm:leading-8">
        <FigureButton label={label} onOpen={onOpen}>
          {value}
        </FigureButton>
      </dd>
      <dd className="mt-0.5 text-xs text-ink-2">{children}</dd>
      <dd
        aria-hidden="true"
        className={cx(
          'absolute top-3.5 right-3.5 grid size-9 place-items-center rounded-sm [&>svg]:size-[1.125rem]',
          looks[look],
        )}
      >
        <Icon aria-hidden="true" />
      </dd>
    </div>
  );
}
