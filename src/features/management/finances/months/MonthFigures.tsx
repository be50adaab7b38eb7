import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMoney } from '@/lib/format/money';
import { Figure } from '@/ui/Figure';
import type { MonthSum } from './queries';

/** Shows how the sales of a month lead to its total, one line per currency. */
export function MonthFigures({ sums, currency }: { sums: readonly MonthSum[]; currency: TerritoryCurrency }) {
  return sums.map((sum) => <Sums key={sum.currency_code} sum={sum} symbol={symbolOf(sum.currency_code, currency)} />);
}

function Sums({ sum, symbol }: { sum: MonthSum; symbol: string }) {
  const { t } = useLingui();
  const earlier = formatMoney(sum.earlier, symbol);
  return (
    <div>
      <dl
        aria-label={t`Figures in ${sum.currency_code}`}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4"
      >
        <Sum label={<Trans>Sold</Trans>}>{formatMoney(sum.sold, symbol)}</Sum>
        {sum.corrected !== 0 && <Sum label={<Trans>Corrections</Trans>}>{formatMoney(sum.corrected, symbol)}</Sum>}
        <Sum label={<Trans context="sum">Refunded</Trans>}>{formatMoney(sum.refunded, symbol)}</Sum>
        {sum.disputed !== 0 && <Sum label={<Trans>Chargebacks</Trans>}>{formatMoney(sum.disputed, symbol)}</Sum>}
        <Sum label={<Trans>Total</Trans>}>{formatMoney(sum.amount, symbol)}</Sum>
      </dl>
      {sum.earlier !== 0 && (
        <p className="mt-2 text-sm text-ink-2">
          <Trans>{earlier} for bookings of earlier months</Trans>
        </p>
      )}
    </div>
  );
}

const Sum = (props: { label: ReactNode; children: ReactNode }) => (
  <Figure {...props} valueClass="nums text-xl font-bold wrap-anywhere" />
);
