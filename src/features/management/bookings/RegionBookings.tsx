import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { calendarDate } from '@/lib/format/dates';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { DateRangeFilter, FilterBar, SearchFilter } from '@/ui/filter/filters';
import { type UrlState, urlDate, urlText } from '@/ui/filter/use-url-state';
import { ExportButton } from '@/ui/table/ExportButton';
import { BookingsTable } from './BookingsTable';
import { moneyColumns } from './columns';
import { adminColumns, adminFileName } from './csv';
import { exportRegionBookings } from './queries';
import { Totals } from './Totals';
import { useOpenBooking } from './territory/use-open-booking';
import { useBookings, useLiveBookings } from './use-bookings';

const BookingDrawer = lazy(() => import('./booking/BookingDrawer'));

/** What of the address belongs to this screen. */
export const regionBookingFields = { from: urlDate(), to: urlDate(), q: urlText() };
type Filters = { from: string; to: string; q: string };

interface Props {
  territory: { id: string; currency_code: string; currency_symbol: string };
  state: UrlState<Filters>;
}

/** The bookings of one region with what they add up to, each with all about it, and as a file. */
export function RegionBookings({ territory, state }: Props) {
  const { t, i18n } = useLingui();
  const { shown, settled } = state;
  const filters = { from: settled.from, to: settled.to, q: settled.q };
  const status = useStatus(5000);
  const { currency_code: code, currency_symbol: ownSymbol } = territory;
  const currency = useMemo(() => ({ code, symbol: ownSymbol || '$' }), [code, ownSymbol]);
  const bookings = useBookings(territory.id, filters);
  const refresh = useLiveBookings(territory.id);
  const [open, setOpen] = useOpenBooking();
  const { totals, count } = bookings;
  const columns = useMemo(() => moneyColumns(currency), [currency]);
  return (
    <div className="grid gap-4 sm:gap-5">
      <StatusNotice notice={status.notice} />
      {totals.error && !totals.data ? (
        <ErrorState title={totals.error.message} onRetry={() => void totals.refetch()} retrying={totals.isFetching} />
      ) : (
        <Totals totals={totals.data} currency={currency} />
      )}
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Bookings</Trans>{' '}
            {count !== undefined && (
              <span className="nums ml-1 text-sm font-medium text-ink-2">{i18n.number(count)}</span>
            )}
          </h2>
          <ExportButton
            fileName={adminFileName(territory.id, calendarDate())}
            total={count}
            disabled={count === 0}
            collect={(signal, onProgress) =>
              exportRegionBookings(territory.id, filters, adminColumns, signal, onProgress)
            }
            onFailure={(error) => status.failure(error.message)}
          />
        </div>
        <FilterBar label={t`Filter bookings`} isSet={state.isSet} onClear={state.clear}>
          <DateRangeFilter from={shown.from} to={shown.to} onChange={state.change} />
          <SearchFilter
            label={t`Search`}
            placeholder={t`Title, tourist or hotel`}
            value={shown.q}
            onChange={(q) => state.change({ q })}
          />
        </FilterBar>
        <BookingsTable
          bookings={bookings}
          columns={columns}
          errorTitle={<Trans>Failed to load bookings</Trans>}
          onOpen={setOpen}
          actions={(row) => [
            {
              label: t`Details of ${row.title}, ${row.tourist_name ?? ''}`,
              short: t`Details`,
              icon: <ReceiptText aria-hidden="true" />,
              inline: true,
              onSelect: () => setOpen(row),
            },
          ]}
        />
      </Card>
      <Suspense>
        {open && (
          <BookingDrawer
            booking={open}
            currency={currency}
            conversation={false}
            onClose={() => setOpen(null)}
            refresh={refresh}
          />
        )}
      </Suspense>
    </div>
  );
}
