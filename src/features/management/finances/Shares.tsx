import { Trans, useLingui } from '@lingui/react/macro';
import { FigureButton } from '@/features/management/bookings/FigureButton';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import type { Figure } from '@/features/management/bookings/period';
import type { TerritoryTotal } from '@/features/management/bookings/queries';
import { formatMoney } from '@/lib/format/money';
import { Skeleton } from '@/ui/feedback/states';
import { SHARES } from './shares';

const percent = (part: number, whole: number): number => (whole > 0 ? (100 * part) / whole : 0);

/** Shows the shares of the filtered bookings, from the ledger. */
export function Shares({
  totals,
  currency,
  onFigure,
}: {
  totals: readonly TerritoryTotal[] | undefined;
  currency: TerritoryCurrency;
  /** Lists the bookings of a figure. */
  onFigure: (figure: Figure) => void;
}) {
  if (!totals) return <Skeleton className="h-80 rounded-lg" />;
  const empty = { currency_code: currency.code, revenue: 0, operator: 0, territory: 0, app: 0, partner: 0 };
  return (
    <section aria-labelledby="shares-title" className="card p-4 sm:p-5">
      <h2 id="shares-title" className="text-lg font-bold">
        <Trans>Shares</Trans>
      </h2>
      <p className="mt-0.5 text-sm text-ink-2">
        <Trans>How each booking is split</Trans>
      </p>
      {(totals.length > 0 ? totals : [empty]).map((total) => (
        <CurrencyShares
          key={total.currency_code}
          total={total}
          symbol={symbolOf(total.currency_code, currency)}
          onOpen={() => onFigure('collected')}
        />
      ))}
    </section>
  );
}

type Total = Pick<TerritoryTotal, 'revenue' | 'operator' | 'territory' | 'app' | 'partner'>;

function CurrencyShares({ total, symbol, onOpen }: { total: Total; symbol: string; onOpen: () => void }) {
  const { i18n } = useLingui();
  const whole = total.revenue ?? 0;
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-surface-2">
        {SHARES.map(({ party, look }) => (
          <i key={party} className={look} style={{ width: `${percent(total[party] ?? 0, whole)}%` }} />
        ))}
      </div>
      <dl className="mt-3 divide-y divide-line">
        {SHARES.map(({ party, label, look }) => (
          <div key={party} className="flex flex-wrap items-center gap-x-2.5 py-3">
            <i aria-hidden="true" className={`size-2.5 flex-none rounded-[3px] ${look}`} />
            <dt className="flex-1 basis-24">
              {i18n._(label)}
              <span className="nums ml-2 text-sm text-ink-2">{Math.round(percent(total[party] ?? 0, whole))}%</span>
            </dt>
            <dd className="nums ml-auto font-semibold">
              <FigureButton label={i18n._(label)} onOpen={onOpen}>
                {formatMoney(total[party] ?? 0, symbol)}
              </FigureButton>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
