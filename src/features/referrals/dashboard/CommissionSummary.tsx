import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { RefundedAfter } from '@/features/payouts/RefundedAfter';
import { formatFullDate, ownDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { HuipilBand } from '@/ui/brand';
import { Figure } from '@/ui/Figure';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { LazyOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { type PartnerSummary, type PartnerTerms, summaryQuery } from './queries';

const waiting = <Skeleton className="h-64" />;
const EarningsChart = lazyPart(() => import('./EarningsChart'), { fallback: waiting, ahead: false });

/** Lists amounts in several currencies side by side, because they can't be added. */
function Amounts({
  totals,
  pick,
}: {
  totals: PartnerSummary['totals'];
  pick: (one: PartnerSummary['totals'][number]) => number;
}) {
  if (totals.length === 0) return <>{formatMoney(0, 'Q')}</>;
  return <>{totals.map((one) => formatMoney(pick(one), one.currency_symbol)).join(' · ')}</>;
}

/**
 * Shows a partner's earnings from trips that have begun (total, paid, pending), with future and estimated ones
 * separately. Also shows how many visits became bookings, and the months.
 */
export function CommissionSummary({ userId }: { userId: string }) {
  const { t } = useLingui();
  const query = useQuery(summaryQuery(userId));
  if (query.isPending) {
    return (
      <LoadingArea label={t`Loading your commissions`}>
        <Skeleton className="h-96 rounded-lg!" />
      </LoadingArea>
    );
  }
  if (!query.data) {
    return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Money summary={query.data} />
      <Funnel funnel={query.data.funnel} />
      <Months months={query.data.months} />
    </div>
  );
}

/** The chart's code is large, so it loads when someone scrolls near it. */
function Months({ months }: Pick<PartnerSummary, 'months'>) {
  return (
    <section aria-labelledby="months-title" className="card p-4 sm:p-5">
      <h2 id="months-title" className="text-lg font-bold">
        <Trans>Last 12 months</Trans>
      </h2>
      <LazyOnVisible className="mt-3 min-h-64" fallback={waiting}>
        <EarningsChart months={months} />
      </LazyOnVisible>
    </section>
  );
}

function Money({ summary: { totals, terms } }: { summary: PartnerSummary }) {
  const since = totals.map((one) => one.since).sort()[0];
  const estimated = totals.filter((one) => one.estimated > 0);
  const refunded = totals.filter((one) => one.refunded_after > 0);
  return (
    <section
      aria-labelledby="money-title"
      className="overflow-hidden rounded-lg bg-night text-on-night dark:border dark:border-line"
    >
      <HuipilBand small />
      <div className="p-5 sm:p-6">
        <h2 id="money-title" className="text-lg font-bold">
          <Trans>Commission Summary</Trans>
        </h2>
        <p className="nums mt-3 text-4xl font-bold tracking-tight wrap-anywhere">
          <Amounts totals={totals} pick={(one) => one.paid + one.due} />
        </p>
        <p className="mt-0.5 text-on-night-2">
          <Earned since={since} terms={terms} />
        </p>
        <Terms terms={terms} />
        <dl className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-4 border-t border-white/15 pt-4">
          <Sum label={<Trans>Paid</Trans>}>
            <Amounts totals={totals} pick={(one) => one.paid} />
          </Sum>
          <Sum label={<Trans>Pending</Trans>}>
            <Amounts totals={totals} pick={(one) => one.due} />
          </Sum>
          <Sum label={<Trans>Trips ahead</Trans>}>
            <Amounts totals={totals} pick={(one) => one.ahead} />
          </Sum>
        </dl>
        <Link
          to={paths.payouts}
          className="mt-4 inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4"
        >
          <FileText aria-hidden="true" className="size-4" />
          <Trans>My payouts</Trans>
        </Link>
        {refunded.length > 0 && (
          <RefundedAfter className="mt-4 text-sm text-on-night-2">
            <Amounts totals={refunded} pick={(one) => one.refunded_after} />
          </RefundedAfter>
        )}
        {estimated.length > 0 && (
          <p className="mt-4 text-sm text-on-night-2">
            <Trans>
              Another <Amounts totals={estimated} pick={(one) => one.estimated} /> is estimated: those guests have
              booked and will pay on the day.
            </Trans>
          </p>
        )}
      </div>
    </section>
  );
}

function Earned({ since, terms }: { since: string | undefined; terms: readonly PartnerTerms[] }) {
  const [only, ...others] = terms;
  const level = others.length === 0 ? only?.commission_level : undefined;
  if (!since)
    return level === undefined ? null : (
      <span>
        <Trans>You earn {level}% of what your guests book.</Trans>
      </span>
    );
  const day = formatFullDate(ownDate(since));
  if (level === undefined)
    return (
      <span>
        <Trans>earned since {day}</Trans>
      </span>
    );
  return (
    <span>
      <Trans>
        earned since {day} at {level}% commission
      </Trans>
    </span>
  );
}

/** Shows the commission of each territory. Bookings elsewhere earn none. */
function Terms({ terms }: { terms: readonly PartnerTerms[] }) {
  const [only, ...others] = terms;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <p className="mt-1 text-sm text-on-night-2">
        <Trans>For bookings in {only.territory_name}. Your links don't earn anything elsewhere.</Trans>
      </p>
    );
  }
  return (
    <div className="mt-3 text-sm">
      <dl className="grid gap-1">
        {terms.map((one) => (
          <div key={one.territory_id} className="flex flex-wrap justify-between gap-x-3">
            <dt className="wrap-anywhere" lang={one.untranslated?.territory_name}>
              {one.territory_name}
            </dt>
            <dd className="nums ml-auto font-semibold">
              <Trans>{one.commission_level}% commission</Trans>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-on-night-2">
        <Trans>For bookings there. Your links don't earn anything elsewhere.</Trans>
      </p>
    </div>
  );
}

const Sum = (props: { label: ReactNode; children: ReactNode }) => (
  <Figure {...props} labelClass="text-sm text-on-night-2" valueClass="nums text-xl font-bold wrap-anywhere" />
);

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`);

function Funnel({ funnel: { visits, registrations, booked } }: Pick<PartnerSummary, 'funnel'>) {
  const steps = [
    { id: 'visits', n: visits, label: <Trans>Visits</Trans>, rate: null },
    {
      id: 'registrations',
      n: registrations,
      label: <Trans>Registrations</Trans>,
      rate: percent(registrations, visits),
    },
    { id: 'booked', n: booked, label: <Trans>Guests who booked</Trans>, rate: percent(booked, registrations) },
  ];
  return (
    <section aria-labelledby="funnel-title" className="card p-4 sm:p-5">
      <h2 id="funnel-title" className="text-lg font-bold">
        <Trans>From visit to booking</Trans>
      </h2>
      <ol className="mt-3 grid grid-cols-1 gap-3">
        {steps.map((step) => (
          <li key={step.id}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span>{step.label}</span>
              <span className="nums text-sm text-ink-2">
                {step.rate && <span className="mr-3">{step.rate}</span>}
                <strong className="text-base text-ink">{step.n}</strong>
              </span>
            </div>
            <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-surface-2">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${(100 * step.n) / Math.max(visits, registrations, booked, 1)}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
