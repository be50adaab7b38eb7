import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type BookingStatus, STATUSES } from '@/features/booking/tickets/transitions';
import { BookingsTable } from '@/features/management/bookings/BookingsTable';
import { territoryColumns as csvColumns, territoryFileName } from '@/features/management/bookings/csv';
import { regionCurrency } from '@/features/management/bookings/money';
import { PillSelect } from '@/features/management/bookings/PillSelect';
import { exportRegionBookings, type RegionBooking, regionQuery } from '@/features/management/bookings/queries';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { calendarDate } from '@/lib/format/dates';
import { Card } from '@/ui/Card';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { urlChoice, urlDate, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { useFocusRecovery } from '@/ui/focus/use-focus-recovery';
import { ExportButton } from '@/ui/table/ExportButton';
import { territoryColumns } from './columns';
import { useOpenBooking } from './use-open-booking';
import { useStatusChange } from './use-status-change';

const BookingDrawer = lazy(() => import('@/features/management/bookings/booking/BookingDrawer'));
const ConfirmChange = lazy(() => import('./ConfirmChange'));

const fields = { from: urlDate(), to: urlDate(), q: urlText(), status: urlChoice(['', ...STATUSES], '') };

const statusOptions = () => STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

/** The bookings of the own region, where its staff change what became of them. */
export function TerritoryBookings({ territoryId }: { territoryId: string }) {
  const { t, i18n } = useLingui();
  const notice = useStatus();
  // A booking whose status was changed may fall out of the list.
  const kept = useFocusRecovery<HTMLDivElement>();
  const state = useUrlState(fields);
  const { shown, settled } = state;
  const filters = { from: settled.from, to: settled.to, q: settled.q, status: settled.status };
  const region = useQuery(regionQuery(territoryId));
  const bookings = useBookings(territoryId, filters);
  const refresh = useLiveBookings(territoryId);
  const change = useStatusChange({ rows: bookings.rows, notice, refresh });
  const [open, setOpen] = useOpenBooking();
  const currency = regionCurrency(region.data ?? { currency_code: 'GTQ', currency_symbol: '' });
  const columns = territoryColumns({
    currency,
    status: (row) => (
      <StatusSelect row={row} saving={change.saving.get(row.id)} onChange={(to) => change.choose(row.id, to)} />
    ),
  });
  const { count } = bookings;
  return (
    <div ref={kept}>
      <StatusNotice notice={notice.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <p className="text-sm text-ink-2" aria-live="polite">
            {count !== undefined && <Trans>{i18n.number(count)} in all</Trans>}
          </p>
          <ExportButton
            fileName={territoryFileName(calendarDate())}
            total={count}
            disabled={count === 0}
            collect={(signal, onProgress) => exportRegionBookings(territoryId, filters, csvColumns, signal, onProgress)}
            onFailure={(error) => notice.failure(error.message)}
          />
        </div>
        <FilterBar label={t`Filter bookings`} isSet={state.isSet} onClear={state.clear}>
          <DateRangeFilter from={shown.from} to={shown.to} onChange={state.change} />
          <SearchFilter
            label={t`Search`}
            placeholder={t`Service, customer or hotel`}
            value={shown.q}
            onChange={(q) => state.change({ q })}
          />
          <SelectFilter
            label={t`Status`}
            className="col-span-2"
            value={shown.status}
            options={[{ value: '', label: t`All statuses` }, ...statusOptions()]}
            onChange={(status) => state.change({ status: status as BookingStatus | '' })}
          />
        </FilterBar>
        {region.error && !region.data ? (
          <ErrorState title={region.error.message} onRetry={() => void region.refetch()} />
        ) : (
          <BookingsTable
            bookings={bookings}
            columns={columns}
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
        )}
      </Card>
      <Suspense>
        {open && <BookingDrawer booking={open} currency={currency} onClose={() => setOpen(null)} refresh={refresh} />}
        {change.asked && (
          <ConfirmChange
            change={change.asked}
            currency={currency}
            onCancel={change.dismiss}
            onConfirm={async () => {
              if (change.asked) await change.save(change.asked);
              change.dismiss();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

interface StatusProps {
  row: RegionBooking;
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
