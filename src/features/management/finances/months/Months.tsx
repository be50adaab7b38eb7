import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { formatMonth } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { type UrlField, useUrlState } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import type { Column } from '@/ui/table/types';
import { MonthPage } from './MonthPage';
import { MonthState } from './MonthState';
import { type Month, type MonthSum, monthsQuery } from './queries';

interface Props {
  territoryId: string;
  currency: TerritoryCurrency;
  timeZone: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** The month that is open on the page, such as '2026-10'. */
const urlMonth: UrlField<string> = {
  parse: (text) => (text && /^\d{4}-\d\d$/.test(text) ? text : ''),
  print: (value) => value || null,
};
const fields = { month: urlMonth };

/** A month in one currency, or without any movement. */
interface Row {
  month: Month;
  sum: MonthSum | null;
}
const rowsOf = (months: readonly Month[]): Row[] =>
  months.flatMap((month): Row[] =>
    month.sums.length > 0 ? month.sums.map((sum) => ({ month, sum })) : [{ month, sum: null }],
  );

/** Lists the months of a territory with their figures, and opens one of them. */
export function Months({ territoryId, currency, timeZone, notice, refresh }: Props) {
  const { t } = useLingui();
  const { shown, change } = useUrlState(fields);
  const query = useQuery(monthsQuery(territoryId));
  const open = query.data?.find(({ month }) => month.startsWith(shown.month || 'none'));
  const columns = useColumns(currency, (month) => change({ month: month.month.slice(0, 7) }));
  if (open) {
    return (
      <MonthPage
        territoryId={territoryId}
        month={open}
        currency={currency}
        timeZone={timeZone}
        notice={notice}
        refresh={refresh}
        onBack={() => change({ month: '' })}
      />
    );
  }
  return (
    <Card className="card-clip">
      <div className="p-4 sm:px-5">
        <h2 className="text-lg font-bold">
          <Trans>Months</Trans>
        </h2>
        <p className="text-sm text-ink-2">
          <Trans>
            Close a month to freeze its figures for accounting. Later refunds and corrections go into the next month.
          </Trans>
        </p>
      </div>
      <DataTable
        rows={query.data && rowsOf(query.data)}
        label={t`Months`}
        rowKey={({ month, sum }) => `${month.month} ${sum?.currency_code}`}
        columns={columns}
        cardsBelow="lg"
        sortedBy="server"
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={<Trans>No months yet. A month appears here with its first payment.</Trans>}
      />
    </Card>
  );
}

function useColumns(currency: TerritoryCurrency, onOpen: (month: Month) => void): Column<Row>[] {
  const { t } = useLingui();
  const figure = (id: Exclude<keyof MonthSum, 'currency_code'>, header: string): Column<Row> => ({
    id,
    header,
    align: 'end',
    width: '8rem',
    cell: ({ sum }) => (
      <span className="nums">{sum ? formatMoney(sum[id], symbolOf(sum.currency_code, currency)) : '–'}</span>
    ),
  });
  return [
    {
      id: 'month',
      header: t`Month`,
      card: 'title',
      cell: ({ month }) => (
        <span className="flex flex-wrap items-center gap-2">
          <strong className="font-semibold">{formatMonth(month.month.slice(0, 7))}</strong>
          <MonthState month={month} />
        </span>
      ),
    },
    figure('sold', t`Sold`),
    figure('corrected', t`Corrections`),
    figure('refunded', t({ message: 'Refunded', context: 'sum' })),
    figure('disputed', t`Chargebacks`),
    figure('amount', t`Total`),
    {
      id: 'open',
      header: t`Open`,
      headerHidden: true,
      width: '7rem',
      card: 'plain',
      cell: ({ month }) => {
        const name = formatMonth(month.month.slice(0, 7));
        return (
          <Button size="sm" aria-label={t`Open ${name}`} onClick={() => onOpen(month)}>
            <Trans>Open</Trans>
          </Button>
        );
      },
    },
  ];
}
