import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePages } from '@/lib/api/use-pages';
import { formatMoney } from '@/lib/format/money';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Figure } from '@/ui/Figure';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { PageFailed } from '@/ui/feedback/PageFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { BankDetails } from './account/BankDetails';
import { MonthStatements } from './MonthStatements';
import { PagedRows } from './PagedRows';
import { PayoutList } from './PayoutList';
import { myPayoutsQuery, myPayoutTotalsQuery, payoutKeys } from './queries';
import { RefundedAfter } from './RefundedAfter';

/** Shows a person's payouts in every region, the amounts due, those of future trips, and the bank details. */
export function MyPayouts({ userId, email }: { userId: string; email: string }) {
  useLiveQuery({ [`user:${userId}`]: ['notification', 'referral'] }, payoutKeys.all, 1000);
  const list = usePages(myPayoutsQuery(userId));
  const totals = useQuery(myPayoutTotalsQuery(userId));
  if (!list.rows && list.error && !totals.data && totals.error) return <PageFailed queries={[totals, list]} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Totals userId={userId} />
      <BankDetails userId={userId} email={email} />
      <section aria-labelledby="payouts-title" className="card">
        <h2 id="payouts-title" className="p-4 text-lg font-bold sm:px-5">
          <Trans>Paid to you</Trans>
        </h2>
        <PagedRows
          list={list}
          empty={
            <Trans>
              You have no payouts yet. Each payout will appear here with its statement, and we'll email you.
            </Trans>
          }
        >
          {(rows) => <PayoutList rows={rows} of="payee" />}
        </PagedRows>
      </section>
      <MonthStatements userId={userId} />
    </div>
  );
}

function Totals({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = useQuery(myPayoutTotalsQuery(userId));
  const { data } = query;
  if (!data && query.error) return <QueryFailed query={query} />;
  if (!data) {
    return (
      <LoadingArea label={t`Loading`}>
        <Skeleton className="h-28 rounded-lg!" />
      </LoadingArea>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title={<Trans>You have no earnings yet</Trans>}>
        <Trans>Your share of a booking appears here once the guest has paid.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      {query.error && <LoadFailed query={query} />}
      {data.map((row) => (
        <section
          key={`${row.territory_id} ${row.currency_code}`}
          aria-label={`${row.territory_name}, ${row.currency_code}`}
          className="card p-4 sm:p-5"
        >
          <h2 className="font-semibold" lang={row.untranslated?.territory_name}>
            {row.territory_name}
          </h2>
          <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-4">
            <Sum label={<Trans>We'll pay you</Trans>}>{formatMoney(row.due, row.currency_symbol)}</Sum>
            <Sum label={<Trans>Upcoming trips</Trans>}>{formatMoney(row.ahead, row.currency_symbol)}</Sum>
            {row.held > 0 && (
              <Sum label={<Trans>On hold because of a refund or dispute</Trans>}>
                {formatMoney(row.held, row.currency_symbol)}
              </Sum>
            )}
            <Sum label={<Trans>Paid</Trans>}>{formatMoney(row.paid, row.currency_symbol)}</Sum>
          </dl>
          {row.refunded_after > 0 && (
            <RefundedAfter className="mt-3 text-sm text-ink-2">
              {formatMoney(row.refunded_after, row.currency_symbol)}
            </RefundedAfter>
          )}
        </section>
      ))}
    </>
  );
}

const Sum = (props: { label: ReactNode; children: ReactNode }) => (
  <Figure {...props} valueClass="nums text-xl font-bold wrap-anywhere" />
);
