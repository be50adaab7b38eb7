import { Trans, useLingui } from '@lingui/react/macro';
import { usePages } from '@/lib/api/use-pages';
import { formatInstantDay, formatMonth } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { toast } from '@/ui/feedback/toast';
import { ExportButton } from '@/ui/table/ExportButton';
import {
  collectMonthStatement,
  type MonthStatement,
  monthStatementFile,
  myMonthStatementsQuery,
} from './month-statements';
import { PagedRows } from './PagedRows';

/** Lists a person's statements of closed months, which never change. */
export function MonthStatements({ userId }: { userId: string }) {
  const list = usePages(myMonthStatementsQuery(userId));
  return (
    <section aria-labelledby="month-statements-title" className="card">
      <h2 id="month-statements-title" className="p-4 text-lg font-bold sm:px-5">
        <Trans>Monthly statements</Trans>
      </h2>
      <PagedRows
        list={list}
        empty={<Trans>No statements yet. When a region closes a month, what you earned in it appears here.</Trans>}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <Statement key={row.id} row={row} />
            ))}
          </ul>
        )}
      </PagedRows>
    </section>
  );
}

function Statement({ row }: { row: MonthStatement }) {
  const { t } = useLingui();
  const month = formatMonth(row.month.slice(0, 7));
  const closed = formatInstantDay(row.closed_at);
  const earlier = formatMoney(row.earlier, row.currency_symbol);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">{month}</p>
        <p className="text-sm text-ink-2 wrap-anywhere" lang={row.untranslated?.territory_name}>
          {row.territory_name}
        </p>
        <p className="text-xs text-ink-2">
          <Trans>Closed on {closed}</Trans>
        </p>
        {row.earlier !== 0 && (
          <p className="text-xs text-ink-2">
            <Trans>{earlier} for bookings of earlier months</Trans>
          </p>
        )}
      </div>
      <p className="nums font-bold">{formatMoney(row.amount, row.currency_symbol)}</p>
      <ExportButton
        label={t`Export statement for ${month}, ${row.territory_name}`}
        text={<Trans>Statement</Trans>}
        fileName={monthStatementFile(row)}
        collect={(signal, onProgress) => collectMonthStatement(row.id, signal, onProgress)}
        onFailure={toast.failure}
      />
    </li>
  );
}
