import { Trans, useLingui } from '@lingui/react/macro';
import { Bar } from 'recharts';
import { formatMonth } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { ChartTable, MoneyChart } from '@/ui/chart/MoneyChart';
import type { Period } from './periods';
import { SHARES } from './shares';

/** Shows revenue over time by share, and the same data as a table for screen readers. */
export default function RevenueChart({ periods, symbol }: { periods: readonly Period[]; symbol: string }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <MoneyChart rows={periods} label="label" symbol={symbol} height={260}>
        {SHARES.map(({ party, label, fill }) => (
          <Bar
            key={party}
            dataKey={party}
            name={i18n._(label)}
            stackId="revenue"
            fill={fill}
            stroke="var(--color-surface)"
            strokeWidth={2}
            maxBarSize={56}
            isAnimationActive={false}
          />
        ))}
      </MoneyChart>
      <ChartTable
        caption={<Trans>Revenue by share</Trans>}
        columns={[t`Period`, ...SHARES.map(({ label }) => i18n._(label))]}
        rows={periods.map((period) => ({
          name: period.key.length === 4 ? period.key : formatMonth(period.key),
          values: SHARES.map(({ party }) => formatMoney(period[party], symbol)),
        }))}
      />
    </>
  );
}
