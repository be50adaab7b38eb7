import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths, withQuery } from '@/lib/routing/paths';
import { StatusBadge } from '@/ui/Badge';
import type { Payout } from './queries';

interface Props {
  rows: readonly Payout[];
  /** Who reads the list. A payee sees which region paid, and the region sees whom it paid. */
  of: 'payee' | 'territory';
  /** Returns the actions beside the statement. */
  actionOf?: (row: Payout) => ReactNode;
}

/** Lists payouts, newest first, with links to their statements. */
export function PayoutList({ rows, of, actionOf }: Props) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <Row key={row.id} row={row} of={of} action={actionOf?.(row)} />
      ))}
    </ul>
  );
}

function Row({ row, of, action }: { row: Payout; of: Props['of']; action: ReactNode }) {
  const { t } = useLingui();
  const { untranslated } = row;
  const name = of === 'payee' ? row.territory_name : (row.payee_name ?? t`Deleted account`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p
          className="font-semibold wrap-anywhere"
          lang={of === 'payee' ? untranslated?.territory_name : untranslated?.payee_name}
        >
          {name}
        </p>
        <p className="nums text-xs text-ink-2 wrap-anywhere">
          <span>{formatShortDate(row.paid_on)}</span>
          {', '}
          <span>
            <Plural value={row.lines} one="# booking" other="# bookings" />
          </span>
          {row.reference && <span>, {row.reference}</span>}
        </p>
        {row.reason && <p className="text-xs text-ink-2 wrap-anywhere">{row.reason}</p>}
      </div>
      <State row={row} />
      <strong className="nums sm:min-w-24 sm:text-right">{formatMoney(row.amount, row.currency_symbol)}</strong>
      <span className="ml-auto flex items-center gap-1">
        {action}
        <Link
          to={of === 'payee' ? paths.payout(row.id) : withQuery(paths.payout(row.id), { of })}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-accent-text hover:underline"
          aria-label={t`Statement ${row.number}`}
        >
          <FileText aria-hidden="true" className="size-4" />
          <Trans>Statement</Trans>
        </Link>
      </span>
    </li>
  );
}

function State({ row }: { row: Payout }) {
  if (row.reverses)
    return (
      <StatusBadge status="cancelled">
        <Trans>Reversed</Trans>
      </StatusBadge>
    );
  if (!row.reversed_at)
    return (
      <StatusBadge status="paid">
        <Trans context="booking">Paid</Trans>
      </StatusBadge>
    );
  return (
    <StatusBadge status="ordered">
      {row.standing === 0 ? <Trans>Reversed</Trans> : <Trans>Partly reversed</Trans>}
    </StatusBadge>
  );
}
