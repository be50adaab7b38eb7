import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { calendarDate, formatHour } from '@/lib/format/dates';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { Paid } from './Paid';
import { PayBar } from './PayBar';
import { type Answer, type Payee, payeesQuery, payOut } from './queries';
import { choicesOf, chosenOf, keyOf, type Selection } from './selection';
import { Ahead, ToPay } from './ToPay';

interface Props {
  territoryId: string;
  currency: TerritoryCurrency;
  timeZone: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

const fields = { payouts: urlChoice(['due', 'ahead', 'paid'], 'due') };

/** Who has to be paid, what is still ahead, and what was paid. */
export function Payouts({ territoryId, currency, timeZone, notice, refresh }: Props) {
  const { t } = useLingui();
  const { shown, change } = useUrlState(fields);
  const query = useQuery(payeesQuery(territoryId));
  const [selection, select] = useState<Selection>(new Map());
  const today = calendarDate(timeZone);
  const payees = query.data ?? [];
  const due = payees.filter((one) => one.due !== 0 || one.held > 0);
  const ahead = payees.filter((one) => one.ahead > 0);
  const chosen = chosenOf(payees, selection);
  const outcomeText = useOutcomeText(payees, timeZone);
  const pay = async (values: { paidOn: string; reference: string }) => {
    const answer = await payOut(territoryId, choicesOf(chosen), values);
    if (answer.outcome === 'paid') select(new Map());
    else select(new Map([...selection].filter(([key]) => !key.startsWith(`${answer.payee} `))));
    await refresh();
    if (answer.outcome === 'paid') notice.success(outcomeText(answer));
    else notice.failure(outcomeText(answer));
  };
  return (
    <>
      <section aria-labelledby="payouts-title" className="card card-clip">
        <h2 id="payouts-title" className="px-4 pt-4 text-lg font-bold sm:px-5">
          <Trans>Payouts</Trans>
        </h2>
        <ChipChoice
          label={t`Which payouts`}
          options={[
            { value: 'due', label: t`To pay`, count: due.length },
            { value: 'ahead', label: t`Trips ahead`, count: ahead.length },
            { value: 'paid', label: t`Paid` },
          ]}
          chosen={shown.payouts}
          onChange={(next) => change({ payouts: next })}
        />
        {shown.payouts === 'paid' ? (
          <Paid territoryId={territoryId} notice={notice} refresh={refresh} />
        ) : (
          <Open query={query}>
            {shown.payouts === 'ahead' ? (
              ahead.length > 0 ? (
                <Ahead payees={ahead} currency={currency} />
              ) : (
                <Nothing key="ahead">
                  <Trans>No trip that is paid lies ahead.</Trans>
                </Nothing>
              )
            ) : due.length > 0 ? (
              <ToPay
                territoryId={territoryId}
                payees={due}
                currency={currency}
                today={today}
                selection={selection}
                onSelect={select}
              />
            ) : (
              <Nothing key="due">
                <Trans>Everybody is paid. Shares appear here when their trips have begun.</Trans>
              </Nothing>
            )}
          </Open>
        )}
      </section>
      {shown.payouts === 'due' && chosen.length > 0 && (
        <PayBar chosen={chosen} currency={currency} today={today} onPay={pay} />
      )}
    </>
  );
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="border-t border-line p-8 text-center text-ink-2">{children}</p>
);

function Open({ query, children }: { query: ReturnType<typeof useQuery<Payee[]>>; children: ReactNode }) {
  const { t } = useLingui();
  if (query.data) {
    return (
      <>
        {query.error && <LoadFailed query={query} className="mx-4 mb-4" />}
        {children}
      </>
    );
  }
  if (query.error) return <QueryFailed query={query} className="rounded-none! border-x-0! border-b-0!" />;
  return (
    <LoadingArea label={t`Loading`} className="border-t border-line p-5">
      <Skeleton className="h-40" />
    </LoadingArea>
  );
}

/** What became of a payment, in words. */
function useOutcomeText(payees: readonly Payee[], timeZone: string) {
  const { t } = useLingui();
  return (answer: Answer): string => {
    if (answer.outcome === 'paid') return t`Payout recorded`;
    const payee = payees.find((one) => keyOf(one).startsWith(`${answer.payee} `));
    const name = payee?.name ?? t`An account that is deleted`;
    if (answer.outcome === 'changed')
      return t`What ${name} gets has changed meanwhile. Look at it and select it again.`;
    const by = answer.by ?? t`Somebody`;
    const time = formatHour(answer.at, timeZone);
    return t`${by} paid ${name} at ${time}. Nothing was recorded twice.`;
  };
}
