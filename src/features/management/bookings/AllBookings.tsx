import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { calendarDate } from '@/lib/format/dates';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import type { UrlState } from '@/ui/filter/use-url-state';
import { lazyPart } from '@/ui/loading/lazy-part';
import { BookingsCard } from './BookingsCard';
import { moneyColumns } from './columns';
import { adminCsvColumns, adminFileName } from './csv';
import type { BookingFilters } from './period';
import { Totals } from './Totals';
import { useBookings, useLiveBookings } from './use-bookings';
import { useOpenBooking } from './use-open-booking';

const BookingDrawer = lazyPart(() => import('./booking/BookingDrawer'));

interface Props {
  territory: { id: string; currency_code: string; currency_symbol: string; time_zone: string };
  state: UrlState<BookingFilters>;
}

/** Shows a territory's bookings to admins, with totals, details and export. */
export function AllBookings({ territory, state }: Props) {
  const { t, i18n } = useLingui();
  const notice = useStatus(5000);
  const { currency_code: code, currency_symbol: ownSymbol } = territory;
  const currency = useMemo(() => ({ code, symbol: ownSymbol || '$' }), [code, ownSymbol]);
  const bookings = useBookings(territory.id, state, territory.time_zone);
  const refresh = useLiveBookings(territory.id);
  const [open, setOpen] = useOpenBooking();
  const { totals, count } = bookings;
  const columns = useMemo(() => moneyColumns(currency), [currency]);
  return (
    <div className="grid gap-4 sm:gap-5">
      <StatusNotice notice={notice.notice} />
      {totals.error && !totals.data ? (
        <ErrorState title={totals.error.message} onRetry={() => void totals.refetch()} retrying={totals.isFetching} />
      ) : (
        <Totals totals={totals.data} currency={currency} />
      )}
      <BookingsCard
        bookings={bookings}
        notice={notice}
        title={
          <h2 className="text-lg font-bold">
            <Trans>Bookings</Trans>{' '}
            {count !== undefined && (
              <span className="nums ml-1 text-sm font-medium text-ink-2">{i18n.number(count)}</span>
            )}
          </h2>
        }
        filterLabel={t`Filter bookings`}
        placeholder={t`Title, guest or hotel`}
        columns={columns}
        csv={{ fileName: adminFileName(territory.id, calendarDate()), columns: adminCsvColumns }}
        errorTitle={<Trans>Failed to load bookings</Trans>}
        onOpen={(row) => setOpen(row.id)}
      />
      {open && (
        <BookingDrawer
          bookingId={open}
          currency={currency}
          conversation={false}
          onClose={() => setOpen(null)}
          refresh={refresh}
        />
      )}
    </div>
  );
}
