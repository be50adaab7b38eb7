import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { symbolOf, type TerritoryCurrency } from '@/features/management/bookings/money';
import { type BookingFilters, isFiltered } from '@/features/management/bookings/period';
import { type Pages, usePages } from '@/lib/api/use-pages';
import { formatShortDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { StatusBadge } from '@/ui/Badge';
import { Figure } from '@/ui/Figure';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { type Earning, type EarningTotal, earningsQuery, earningTotalsQuery } from './queries';

interface Props {
  territoryId: string;
  /** The filters that decide which bookings count. */
  filters: BookingFilters;
  currency: TerritoryCurrency;
}

/** Shows the person's earnings as manager, which are a tenth of the guests' payments less refunds. */
export function Earnings({ territoryId, filters, currency }: Props) {
  const list = usePages(earningsQuery(territoryId, filters));
  const totals = useQuery(earningTotalsQuery(territoryId, filters));
  return (
    <section aria-labelledby="earnings-title" className="card">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 p-4 sm:p-5">
        <div>
          <h2 id="earnings-title" className="text-lg font-bold">
            <Trans>My earnings</Trans>
          </h2>
          <p className="mt-0.5 text-sm text-ink-2">
            <Trans>The region's share of bookings made while you manage the region</Trans>
          </p>
          <p className="text-sm text-ink-2">
            {filters.by === 'payment' ? (
              <Trans>
                Newest earnings first. The dates shown are trip dates, but the period above filters by payment date.
              </Trans>
            ) : (
              <Trans>Newest earnings first. The dates shown, and the period above, are those of the trips.</Trans>
            )}
          </p>
        </div>
        {totals.data?.map((total) => (
          <Sums key={total.currency_code} total={total} symbol={symbolOf(total.currency_code, currency)} />
        ))}
        {totals.error && !totals.data && <LoadFailed query={totals} />}
      </div>
      <EarningList list={list} currency={currency} narrowed={isFiltered(filters)} />
    </section>
  );
}

interface ListProps extends Pick<Props, 'currency'> {
  narrowed: boolean;
  list: Pages & Pick<UseQueryResult, 'isFetching' | 'refetch'> & { rows: readonly Earning[] | undefined };
}

function EarningList({ list, currency, narrowed }: ListProps) {
  const { t } = useLingui();
  if (!list.rows && list.error) {
    return (
      <ErrorState
        className="rounded-none! border-x-0! border-b-0!"
        title={list.error.message}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.rows) {
    return (
      <LoadingArea label={t`Loading`} className="border-t border-line p-5">
        <Skeleton className="h-40" />
      </LoadingArea>
    );
  }
  return (
    <>
      {list.rows.length === 0 ? (
        <p className="border-t border-line p-8 text-center text-ink-2">
          {narrowed ? (
            <Trans>None of your earnings match these filters.</Trans>
          ) : (
            <Trans>You have no earnings yet. They appear here when guests pay for bookings in your region.</Trans>
          )}
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {list.rows.map((row) => (
            <EarningRow key={row.id} row={row} symbol={symbolOf(row.currency_code, currency)} />
          ))}
        </ul>
      )}
      <div className="grid gap-3 border-t border-line p-3 empty:hidden">
        <MorePages pages={list} />
      </div>
    </>
  );
}

function Sums({ total, symbol }: { total: EarningTotal; symbol: string }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      <Sum label={<Trans>Pending</Trans>}>{formatMoney(total.pending, symbol)}</Sum>
      <Sum label={<Trans>Paid</Trans>}>{formatMoney(total.paid, symbol)}</Sum>
      {total.last_payment && <Sum label={<Trans>Last payment</Trans>}>{formatShortDate(total.last_payment)}</Sum>}
    </dl>
  );
}

const Sum = (props: { label: ReactNode; children: ReactNode }) => (
  <Figure {...props} valueClass="nums text-lg font-bold" />
);

/** Shows why an earning has no amount: it was fully refunded and nothing is pending. */
function EarningStatus({ row: { status, amount, refunded_amount, owed_back, taken_back } }: { row: Earning }) {
  if (status === 'paid' && (owed_back > 0 || amount === 0)) {
    return (
      <StatusBadge status="refunded">
        {owed_back > 0 ? <Trans>To be deducted</Trans> : <Trans>Reversed</Trans>}
      </StatusBadge>
    );
  }
  if (status === 'paid') {
    return (
      <StatusBadge status="paid">{taken_back > 0 ? <Trans>Partly reversed</Trans> : <Trans>Paid</Trans>}</StatusBadge>
    );
  }
  // Nothing is left of a voided sale or a chargeback, although nothing was refunded.
  if (status === 'cancelled' || (amount === 0 && refunded_amount === 0)) {
    return (
      <StatusBadge status="cancelled">
        <Trans>Cancelled</Trans>
      </StatusBadge>
    );
  }
  return amount === 0 ? (
    <StatusBadge status="refunded">
      <Trans>Refunded</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge status="ordered">
      <Trans>Pending</Trans>
    </StatusBadge>
  );
}

function EarningRow({ row, symbol }: { row: Earning; symbol: string }) {
  return (
    <li className="flex items-center gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere" lang={row.untranslated?.title}>
          {row.title}
        </p>
        <p className="nums flex flex-wrap gap-x-2 text-xs text-ink-2">
          <span>{formatShortDate(row.booking_date)}</span>
          <EarningText row={row} symbol={symbol} />
        </p>
      </div>
      <EarningStatus row={row} />
      <strong className="nums w-24 text-right">{formatMoney(row.amount, symbol)}</strong>
    </li>
  );
}

/** Explains how the amount was computed, or what is deducted from the next payout because of a refund. */
function EarningText({ row, symbol }: { row: Earning; symbol: string }) {
  const price = formatMoney(row.total_price, symbol);
  const refund = formatMoney(row.refunded_amount, symbol);
  const day = row.status === 'paid' && row.paid_on ? formatShortDate(row.paid_on) : null;
  const back = formatMoney(-row.owed_back, symbol);
  if (day && row.owed_back > 0) {
    return (
      <span key="owed">
        <Trans>
          Paid on {day}. We later refunded the guest, so we'll deduct {back} from your next payout
        </Trans>
      </span>
    );
  }
  if (day && row.amount === 0) {
    return (
      <span key="settled">
        <Trans>Paid on {day}. We later refunded the guest and deducted the amount from another payout.</Trans>
      </span>
    );
  }
  if (day && row.taken_back > 0) {
    return (
      <span key="part">
        <Trans>
          Paid on {day}. We later refunded the guest in part and deducted {formatMoney(-row.taken_back, symbol)} from
          another payout
        </Trans>
      </span>
    );
  }
  if (row.amount === 0 && row.refunded_amount === 0) {
    return (
      <span key="void">
        <Trans>No payout, because the payment was voided or charged back</Trans>
      </span>
    );
  }
  return row.amount === 0 ? (
    <span key="nothing">
      <Trans>No payout, because the guest was refunded {refund}</Trans>
    </span>
  ) : (
    <span key="share">
      <Trans>Your share of a booking for {price}</Trans>
    </span>
  );
}
