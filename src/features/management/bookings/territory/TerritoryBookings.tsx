import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { BookingStatus } from '@/features/booking/tickets/transitions';
import { BookingsCard, filterFields, statusOptions, whenField } from '@/features/management/bookings/BookingsCard';
import { territoryCsvColumns, territoryFileName } from '@/features/management/bookings/csv';
import { territoryCurrency } from '@/features/management/bookings/money';
import { PillSelect } from '@/features/management/bookings/PillSelect';
import { type TerritoryBooking, territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { useOpenBooking } from '@/features/management/bookings/use-open-booking';
import { calendarDate } from '@/lib/format/dates';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { useUrlState } from '@/ui/filter/use-url-state';
import { useFocusRecovery } from '@/ui/focus/use-focus-recovery';
import { lazyPart } from '@/ui/loading/lazy-part';
import { territoryColumns } from './columns';
import { useStatusChange } from './use-status-change';

const BookingDrawer = lazyPart(() => import('@/features/management/bookings/booking/BookingDrawer'));
const ConfirmChange = lazyPart(() => import('./ConfirmChange'));

const fields = { ...filterFields, ...whenField };

/** The bookings of a territory, where its staff change what became of them. */
export function TerritoryBookings({ territoryId }: { territoryId: string }) {
  const { t, i18n } = useLingui();
  const notice = useStatus();
  // A booking whose status was changed may fall out of the list.
  const box = useFocusRecovery<HTMLDivElement>();
  const state = useUrlState(fields);
  const territory = useQuery(territoryCurrencyQuery(territoryId));
  const bookings = useBookings(territoryId, state, territory.data?.time_zone);
  const refresh = useLiveBookings(territoryId);
  const change = useStatusChange({ rows: bookings.rows, notice, refresh });
  const [open, setOpen] = useOpenBooking();
  const currency = territoryCurrency(territory.data);
  const columns = territoryColumns({
    currency,
    status: (row) => (
      <StatusSelect row={row} saving={change.saving.get(row.id)} onChange={(to) => change.choose(row.id, to)} />
    ),
  });
  const { count } = bookings;
  return (
    <div ref={box}>
      <StatusNotice notice={notice.notice} />
      <BookingsCard
        bookings={bookings}
        notice={notice}
        title={
          <p className="text-sm text-ink-2" aria-live="polite">
            {count !== undefined && (
              <span>
                <Trans>{i18n.number(count)} in all</Trans>
              </span>
            )}
          </p>
        }
        filterLabel={t`Filter bookings`}
        placeholder={t`Service, customer or hotel`}
        columns={columns}
        csv={{ fileName: territoryFileName(calendarDate()), columns: territoryCsvColumns }}
        failure={
          territory.error && !territory.data ? (
            <ErrorState title={territory.error.message} onRetry={() => void territory.refetch()} />
          ) : null
        }
        onOpen={setOpen}
      />
      {open && <BookingDrawer booking={open} currency={currency} onClose={() => setOpen(null)} refresh={refresh} />}
      {change.asked && <ConfirmChange change={change.asked} onCancel={change.dismiss} onConfirm={change.confirm} />}
    </div>
  );
}

interface StatusProps {
  row: TerritoryBooking;
  /** The status that is being saved. */
  saving: BookingStatus | undefined;
  onChange: (to: BookingStatus) => void;
}

function StatusSelect({ row, saving, onChange }: StatusProps) {
  const { t } = useLingui();
  const status = saving ?? row.status;
  return (
    <PillSelect
      label={t`Status of ${row.title}, ${row.tourist_name ?? ''}`}
      value={status}
      look={status}
      busy={saving !== undefined}
      options={statusOptions()}
      onChange={(to) => onChange(to as BookingStatus)}
    />
  );
}
