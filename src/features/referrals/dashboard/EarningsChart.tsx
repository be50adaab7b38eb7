import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Bar } from 'recharts';
import { formatMonth } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { dateFormat } from '@/lib/i18n/intl';
import { ChartTable, MoneyChart } from '@/ui/chart/MoneyChart';
import { Select } from '@/ui/form/controls';
import type { PartnerMonth } from './queries';

/** Returns the short month of a calendar date, such as 'Nov'. */
const monthName = (date: string): string => month().format(new Date(`${date}T00:00:00Z`));
const month = dateFormat({ month: 'short', timeZone: 'UTC' });

const currenciesOf = (months: readonly PartnerMonth[]): Map<string, string> =>
  new Map(months.flatMap((month) => month.amounts.map((one) => [one.currency_code, one.currency_symbol] as const)));

/** Shows the monthly commissions in one currency, and the same data as a table for screen readers. */
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
      <MoneyChart rows={bars} label="name" interval="equidistantPreserveStart" symbol={symbol} height={240}>
        <Bar
          dataKey="amount"
          name={t`Commission`}
          fill="var(--color-accent)"
          radius={[4, 4, 0, 0]}
          isAnimationActive={false}
        />
      </MoneyChart>
      <ChartTable
        caption={<Trans>Commissions by month</Trans>}
        columns={[t`Month`, t`Commission`, t`Bookings`, t`Registrations`]}
        rows={bars.map(({ month, amount, bookings, registrations }) => ({
          name: formatMonth(month.slice(0, 7)),
          values: [formatMoney(amount, symbol), bookings, registrations],
        }))}
      />
    </>
  );
}
