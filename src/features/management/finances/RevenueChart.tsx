import { Trans, useLingui } from '@lingui/react/macro';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney } from '@/lib/format/money';
import type { Period } from './periods';
import { SHARES } from './shares';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const tick = { fill: 'var(--color-ink-2)', fontSize: 12 };

/** Revenue over time by share; the same as a table for who does not see the bars. */
export default function RevenueChart({ periods, symbol }: { periods: readonly Period[]; symbol: string }) {
  const { t, i18n } = useLingui();
  return (
    <>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={260}>
          <BarChart data={[...periods]} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="label" tickLine={false} axisLine={false} tick={tick} />
            <YAxis
              width={52}
              tickLine={false}
              axisLine={false}
              tick={tick}
              tickFormatter={(value: number) => `${symbol}${short.format(value)}`}
            />
            <Tooltip
              cursor={{ fill: 'var(--color-surface-2)' }}
              contentStyle={{
                background: 'var(--color-surface)',
                border: '1px solid var(--color-line)',
                borderRadius: 'var(--radius-md)',
              }}
              itemStyle={{ color: 'var(--color-ink)' }}
              formatter={(value) => formatMoney(Number(value), symbol)}
            />
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
          </BarChart>
        </ResponsiveContainer>
      </div>
      {/* A table does not shrink below its words: hidden itself, it would make a phone's page wider than the phone. */}
      <div className="sr-only">
        <table>
          <caption>
            <Trans>Revenue by share</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t`Period`}</th>
              {SHARES.map(({ party, label }) => (
                <th key={party} scope="col">
                  {i18n._(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {periods.map((period) => (
              <tr key={period.key}>
                <th scope="row">{period.key}</th>
                {SHARES.map(({ party }) => (
                  <td key={party}>{formatMoney(period[party], symbol)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
