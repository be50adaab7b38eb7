import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Lock } from 'lucide-react';
import { useState } from 'react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { collectMonthStatement, monthStatementFile } from '@/features/payouts/month-statements';
import { formatMoment, formatMonth } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { DataTable } from '@/ui/table/DataTable';
import { ExportButton } from '@/ui/table/ExportButton';
import type { Column } from '@/ui/table/types';
import { partyLabel } from '../payouts/labels';
import { CloseMonth } from './CloseMonth';
import { MonthFigures } from './MonthFigures';
import { MonthState } from './MonthState';
import { collectMovements, movementsFile } from './movements-csv';
import { type Month, type MonthPayee, monthPayeesQuery } from './queries';

interface Props {
  territoryId: string;
  month: Month;
  currency: TerritoryCurrency;
  timeZone: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
  onBack: () => void;
}

/** Shows a month with its figures, who closed it, what each payee earned, and its exports. */
export function MonthPage({ territoryId, month, currency, timeZone, notice, refresh, onBack }: Props) {
  const { t } = useLingui();
  const [closing, setClosing] = useState(false);
  const payees = useQuery(monthPayeesQuery(territoryId, month.month));
  const name = formatMonth(month.month.slice(0, 7));
  const onFailure = (error: Error) => notice.failure(error);
  return (
    <Card className="card-clip">
      <div className="grid gap-3 p-4 sm:px-5">
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          icon={<ArrowLeft aria-hidden="true" />}
          onClick={onBack}
        >
          <Trans>All months</Trans>
        </Button>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-bold">
            <span>{name}</span>
            <MonthState month={month} />
          </h2>
          <div className="flex flex-wrap gap-3">
            <ExportButton
              label={t`Export card movements of ${name}`}
              text={<Trans>Card movements</Trans>}
              fileName={movementsFile(month.month)}
              collect={(signal, onProgress) => collectMovements(territoryId, month.month, signal, onProgress)}
              onFailure={onFailure}
            />
            {month.state === 'next' && (
              <Button size="sm" variant="primary" icon={<Lock aria-hidden="true" />} onClick={() => setClosing(true)}>
                <Trans>Close month</Trans>
              </Button>
            )}
          </div>
        </div>
        <Signature month={month} timeZone={timeZone} />
        <MonthFigures sums={month.sums} currency={currency} />
      </div>
      <DataTable
        rows={payees.data}
        label={t`Payees of ${name}`}
        rowKey={(row) => `${row.party} ${row.payee} ${row.currency_code} ${row.statement_id}`}
        columns={useColumns(month, currency, onFailure)}
        cardsBelow="lg"
        sortedBy="server"
        error={payees.error}
        onRetry={() => void payees.refetch()}
        empty={<Trans>Nothing was paid or refunded in this month.</Trans>}
      />
      <CloseMonth
        open={closing}
        territoryId={territoryId}
        month={month}
        currency={currency}
        notice={notice}
        refresh={refresh}
        onEnd={() => setClosing(false)}
      />
    </Card>
  );
}

function Signature({ month: { closed_at, closed_by_name }, timeZone }: { month: Month; timeZone: string }) {
  const { t } = useLingui();
  if (!closed_at) return null;
  const at = formatMoment(closed_at, timeZone);
  const by = closed_by_name ?? t`Deleted account`;
  return (
    <p className="text-sm text-ink-2">
      <Trans>
        Closed by {by} on {at}. These figures no longer change.
      </Trans>
    </p>
  );
}

function useColumns(
  month: Month,
  currency: TerritoryCurrency,
  onFailure: (error: Error) => void,
): Column<MonthPayee>[] {
  const { t } = useLingui();
  const nameOf = (row: MonthPayee) => (row.party === 'app' ? t`App` : (row.name ?? t`Deleted account`));
  const figure = (
    id: 'sold' | 'corrected' | 'refunded' | 'disputed' | 'amount',
    header: string,
  ): Column<MonthPayee> => ({
    id,
    header,
    align: 'end',
    width: '8rem',
    cell: (row) => <span className="nums">{formatMoney(row[id], symbolOf(row.currency_code, currency))}</span>,
  });
  return [
    {
      id: 'payee',
      header: t`Payee`,
      card: 'title',
      cell: (row) => (
        <>
          <strong className="block font-semibold wrap-anywhere" lang={row.untranslated?.name}>
            {nameOf(row)}
          </strong>
          {row.party !== 'app' && <span className="text-sm font-normal text-ink-2">{partyLabel(row)}</span>}
        </>
      ),
    },
    figure('sold', t`Sold`),
    figure('corrected', t`Corrections`),
    figure('refunded', t({ message: 'Refunded', context: 'sum' })),
    figure('disputed', t`Chargebacks`),
    figure('amount', t`Total`),
    {
      id: 'statement',
      header: t`Statement`,
      headerHidden: true,
      width: '10rem',
      card: 'plain',
      cell: (row) => {
        const id = row.statement_id;
        return (
          id !== null && (
            <ExportButton
              label={t`Export statement of ${nameOf(row)}`}
              text={<Trans>Statement</Trans>}
              fileName={monthStatementFile({ month: month.month, party: row.party })}
              collect={(signal, onProgress) => collectMonthStatement(id, signal, onProgress)}
              onFailure={onFailure}
            />
          )
        );
      },
    },
  ];
}
