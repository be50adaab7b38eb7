import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { filterFields, periodField } from '@/features/management/bookings/BookingsCard';
import { territoryCurrency } from '@/features/management/bookings/money';
import { FIGURES, type Figure } from '@/features/management/bookings/period';
import { territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { Totals } from '@/features/management/bookings/Totals';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { isUuid } from '@/lib/format/uuid';
import { PageFailed } from '@/ui/feedback/PageFailed';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { type UrlField, urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { Chargebacks } from './chargebacks/Chargebacks';
import { Earnings } from './Earnings';
import { FinancesFilters } from './FinancesFilters';
import { Months } from './months/Months';
import { Payouts } from './payouts/Payouts';
import { Reconciliation } from './Reconciliation';
import { Revenue } from './Revenue';
import { Shares } from './Shares';
import { Transactions } from './Transactions';

const urlId: UrlField<string> = {
  parse: (text) => (text && isUuid(text) ? text : ''),
  print: (value) => value || null,
};
const fields = {
  ...filterFields,
  service: urlId,
  guide: urlId,
  ...periodField,
  figure: urlChoice(FIGURES, ''),
};
const viewField = { view: urlChoice(['transactions', 'overview', 'payouts', 'months', 'chargebacks'], 'transactions') };

export default function FinancesTab({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const notice = useStatus();
  const { shown, change } = useUrlState(viewField);
  const state = useUrlState(fields);
  const list = useRef<HTMLDivElement>(null);
  // The list is far below the figures on a phone, so it takes the focus.
  const openFigure = (figure: Figure) => {
    flushSync(() => {
      state.change({ figure });
      change({ view: 'transactions' });
    });
    list.current?.focus();
  };
  const territory = useQuery(territoryCurrencyQuery(territoryId));
  const bookings = useBookings(territoryId, state);
  const refresh = useLiveBookings(territoryId);
  const { totals, list: pages, rows } = bookings;
  const currency = territoryCurrency(territory.data);
  const timeZone = territory.data?.time_zone ?? 'America/Guatemala';
  const failed = territory.error && !territory.data ? territory : totals.error && !totals.data ? totals : null;
  const read = territory.data && totals.data;
  // If nothing could be loaded, one message covers the figures and the rows.
  const nothing = failed && !rows && pages.error;
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-5">
      <StatusNotice notice={notice.notice} />
      <ChipChoice
        className="p-0! sm:px-0!"
        label={t`Finance sections`}
        options={[
          { value: 'transactions', label: t`Transactions` },
          { value: 'overview', label: t`Overview` },
          { value: 'payouts', label: t`Payouts` },
          { value: 'months', label: t`Months` },
          { value: 'chargebacks', label: t`Chargebacks` },
        ]}
        chosen={shown.view}
        onChange={(view) => change({ view })}
      />
      {shown.view === 'chargebacks' ? (
        <Chargebacks territoryId={territoryId} currency={currency} timeZone={timeZone} />
      ) : shown.view === 'months' ? (
        <Months territoryId={territoryId} currency={currency} timeZone={timeZone} notice={notice} refresh={refresh} />
      ) : shown.view === 'payouts' ? (
        <Payouts territoryId={territoryId} currency={currency} timeZone={timeZone} notice={notice} refresh={refresh} />
      ) : (
        <>
          <FinancesFilters bookings={bookings} />
          {nothing ? (
            <PageFailed queries={[territory, totals, pages]} />
          ) : failed ? (
            <ErrorState
              title={failed.error?.message}
              onRetry={() => void failed.refetch()}
              retrying={failed.isFetching}
            />
          ) : (
            <>
              <Reconciliation totals={read} currency={currency} onFigure={openFigure} />
              <Totals totals={read} currency={currency} shares={false} onFigure={openFigure} />
            </>
          )}
          {nothing ? null : shown.view === 'transactions' ? (
            <div ref={list} tabIndex={-1} className="scroll-mt-20 outline-none">
              <Transactions
                currency={currency}
                bookings={bookings}
                notice={notice}
                refresh={refresh}
                onPayouts={() => change({ view: 'payouts' })}
              />
            </div>
          ) : (
            <>
              <div className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]">
                <Revenue territoryId={territoryId} filters={bookings.filters} currency={currency} />
                {!failed && <Shares totals={read} currency={currency} onFigure={openFigure} />}
              </div>
              <Earnings territoryId={territoryId} filters={bookings.filters} currency={currency} />
            </>
          )}
        </>
      )}
    </div>
  );
}
