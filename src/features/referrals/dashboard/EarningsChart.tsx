import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatMoney } from '@/lib/format/money';
import { Select } from '@/ui/form/controls';
import type { PartnerMonth } from './queries';

/** The month of a calendar date, in short: 'Nov'. */
const monthName = (date: string): string =>
  new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** '12K': the axis has no room for more, and some currencies count in millions. */
const inShort = new Intl.NumberFormat('en', { notation: 'compact' });

const currenciesOf = (months: readonly PartnerMonth[]): Map<string, string> =>
  new Map(months.flatMap((month) => month.amounts.map((one) => [one.currency_code, one.currency_symbol] as const)));

/** Commissions of each month in one currency; the same as a table for who does not see the bars. */
export default function EarningsChart({ months }: { months: readonly PartnerMonth[] }) {
  const { t } = useLingui();
  const currencies = currenciesOf(months);
  const [chosen, setChosen] = useState<string>();
  const [first] = currencies.keys();
  const code = chosen ?? first;
  if (!code) {
    return (
      <p className="text-ink-2">
        <Trans>No bookings in the last twelve months.</Trans>
      </p>
    );
  }
  const symbol = currencies.get(code);
  const bars = months.map((month) => ({
    month: month.month,
    name: monthName(month.month),
    amount: month.amounts.find((one) => one.currency_code === code)?.amount ?? 0,
    bookings: month.bookings,
    registrations: month.registrations,
  }));
  return (
    <>
      {currencies.size > 1 && (
        <Select
          className="mb-3"
          aria-label={t`Currency`}
          value={code}
          onChange={(event) => setChosen(event.target.value)}
          options={[...currencies.keys()].map((one) => ({ value: one, label: one }))}
        />
      )}
      <Bars bars={bars} symbol={symbol} />
      <BarsAsTable bars={bars} symbol={symbol} />
    </>
  );
}

interface MonthBar {
  month: string;
  name: string;
  amount: number;
  bookings: number;
  registrations: number;
}

interface BarsProps {
  bars: readonly MonthBar[];
  symbol: string | undefined;
}

function Bars({ bars, symbol }: BarsProps) {
  const { t } = useLingui();
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={240}>
        <BarChart data={bars} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="name"
            interval="equidistantPreserveStart"
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-ink-2)', fontSize: 12 }}
          />
          <YAxis
            width={52}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-ink-2)', fontSize: 12 }}
            tickFormatter={(value: number) => `${symbol}${inShort.format(value)}`}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-surface-2)' }}
            contentStyle={{
              background: 'var(--color-surface)',
              border: '1px solid var(--color-line)',
              borderRadius: 'var(--radius-md)',
            }}
            formatter={(value) => [formatMoney(Number(value), symbol), t`Commission`]}
          />
          <Bar dataKey="amount" fill="var(--color-accent)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function BarsAsTable({ bars, symbol }: BarsProps) {
  const { t } = useLingui();
  return (
    <table className="sr-only">
      <caption>
        <Trans>Commissions by month</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t`Month`}</th>
          <th scope="col">{t`Commission`}</th>
          <th scope="col">{t`Bookings`}</th>
          <th scope="col">{t`Registrations`}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.month}>
            <th scope="row">{bar.month.slice(0, 7)}</th>
            <td>{formatMoney(bar.amount, symbol)}</td>
            <td>{bar.bookings}</td>
            <td>{bar.registrations}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
