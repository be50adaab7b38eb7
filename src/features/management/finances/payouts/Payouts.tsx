import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { calendarDate } from '@/lib/format/dates';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { ExportButton } from '@/ui/table/ExportButton';
import { OpenSums } from './OpenSums';
import { Paid } from './Paid';
import { Paying } from './Paying';
import { collectPayees, payeesFile } from './payees-csv';
import { type Payee, payeesQuery } from './queries';
import { chosenOf } from './selection';
import { Ahead, ToPay } from './ToPay';
import { useSelection } from './use-selection';

interface Props {
  territoryId: string;
  currency: TerritoryCurrency;
  timeZone: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

const NOBODY: readonly Payee[] = [];
const fields = { payouts: urlChoice(['due', 'ahead', 'paid'], 'due') };

/** Shows amounts that are due, future amounts, and payouts. */
export function Payouts({ territoryId, currency, timeZone, notice, refresh }: Props) {
  const { t } = useLingui();
  const { shown, change } = useUrlState(fields);
  const query = useQuery(payeesQuery(territoryId));
  const today = calendarDate(timeZone);
  const payees = query.data ?? NOBODY;
  const { selection, changes, ...ticks } = useSelection(payees);
  const due = payees.filter((one) => one.due !== 0 || one.held > 0);
  const ahead = payees.filter((one) => one.ahead > 0);
  const chosen = chosenOf(payees, selection);
  return (
    <>
      <section aria-labelledby="payouts-title" className="card card-clip">
        <h2 id="payouts-title" className="px-4 pt-4 text-lg font-bold sm:px-5">
          <Trans>Payouts</Trans>
        </h2>
        <OpenSums payees={payees} currency={currency} />
        <ChipChoice
          label={t`Show payouts`}
          options={[
            { value: 'due', label: t`To pay`, count: due.length },
            { value: 'ahead', label: t`Upcoming trips`, count: ahead.length },
            { value: 'paid', label: t({ message: 'Paid', context: 'payouts' }) },
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
                  <Trans>There are no upcoming paid trips.</Trans>
                </Nothing>
              )
            ) : due.length > 0 ? (
              <>
                <BankFile territoryId={territoryId} today={today} onFailure={notice.failure} />
                <ToPay
                  territoryId={territoryId}
                  payees={due}
                  currency={currency}
                  today={today}
                  selection={selection}
                  onSelect={ticks.select}
                />
              </>
            ) : (
              <Nothing key="due">
                <Trans>Everyone has been paid. New shares appear here once their trips have started.</Trans>
              </Nothing>
            )}
          </Open>
        )}
      </section>
      {shown.payouts === 'due' && (
        <Paying
          territoryId={territoryId}
          currency={currency}
          timeZone={timeZone}
          payees={payees}
          chosen={chosen}
          changes={changes}
          ticks={ticks}
          notice={notice}
          refresh={refresh}
        />
      )}
    </>
  );
}

interface FileProps {
  territoryId: string;
  today: string;
  onFailure: (error: Error) => void;
}

/** Exports the list with everyone's account number, and says what that means. */
function BankFile({ territoryId, today, onFailure }: FileProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5">
      <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
        <Trans>This file has the payees' account numbers, so keep it safe. We record each export with your name.</Trans>
      </p>
      <ExportButton
        text={<Trans>Export for the bank</Trans>}
        fileName={payeesFile(territoryId, today)}
        collect={(signal, onProgress) => collectPayees(territoryId, signal, onProgress)}
        onFailure={onFailure}
      />
    </div>
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
