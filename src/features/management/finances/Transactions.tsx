import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type BookingStatus, STATUSES } from '@/features/booking/tickets/transitions';
import { BookingsTable } from '@/features/management/bookings/BookingsTable';
import { dashboardColumns, dashboardFileName } from '@/features/management/bookings/csv';
import type { RegionCurrency } from '@/features/management/bookings/money';
import { exportRegionBookings, type RegionBooking } from '@/features/management/bookings/queries';
import type { useBookings } from '@/features/management/bookings/use-bookings';
import { calendarDate } from '@/lib/format/dates';
import { Card } from '@/ui/Card';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import type { UrlState } from '@/ui/filter/use-url-state';
import { ExportButton } from '@/ui/table/ExportButton';
import { transactionColumns } from './columns';
import { type Payout, type PayoutParty, setPayoutStatus } from './queries';

interface Filters {
  from: string;
  to: string;
  q: string;
  status: BookingStatus | '';
}

interface Props {
  territoryId: string;
  currency: RegionCurrency;
  state: UrlState<Filters>;
  bookings: ReturnType<typeof useBookings>;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Every booking with what each party gets of it, and whether that was paid out. */
export function Transactions({ territoryId, currency, state, bookings, notice, refresh }: Props) {
  const { t } = useLingui();
  const { shown, settled } = state;
  const { saving, onPayout } = usePayouts(notice, refresh);
  const columns = transactionColumns({
    currency,
    savingOf: (row, party) => saving.get(`${row.id} ${party}`),
    onPayout,
  });
  return (
    <Card className="card-clip">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
        <h2 className="text-lg font-bold">
          <Trans>Transactions</Trans>
        </h2>
        <ExportButton
          fileName={dashboardFileName(calendarDate())}
          total={bookings.count}
          disabled={bookings.count === 0}
          collect={(signal, onProgress) =>
            exportRegionBookings(territoryId, settled, dashboardColumns, signal, onProgress)
          }
          onFailure={(error) => notice.failure(error.message)}
        />
      </div>
      <FilterBar label={t`Filter transactions`} isSet={state.isSet} onClear={state.clear}>
        <DateRangeFilter from={shown.from} to={shown.to} onChange={state.change} />
        <SearchFilter
          label={t`Search`}
          placeholder={t`Title, tourist or hotel`}
          value={shown.q}
          onChange={(q) => state.change({ q })}
        />
        <SelectFilter
          label={t`Status`}
          className="col-span-2"
          value={shown.status}
          options={[
            { value: '', label: t`All statuses` },
            ...STATUSES.map((status) => ({ value: status, label: statusLabel(status) })),
          ]}
          onChange={(status) => state.change({ status: status as Filters['status'] })}
        />
      </FilterBar>
      <BookingsTable bookings={bookings} columns={columns} label={t`Transactions`} />
    </Card>
  );
}

/** Saves payouts; each shows its new status while it is on its way. */
function usePayouts(notice: StatusControls, refresh: () => Promise<void>) {
  const { t } = useLingui();
  const [saving, setSaving] = useState<ReadonlyMap<string, Payout>>(new Map());
  async function save(row: RegionBooking, party: PayoutParty, status: Payout) {
    const key = `${row.id} ${party}`;
    setSaving((now) => new Map(now).set(key, status));
    try {
      await setPayoutStatus(row, party, status);
      notice.success(t`Payout updated successfully`);
    } catch (error) {
      notice.failure(error instanceof Error ? error.message : String(error));
    } finally {
      await refresh().catch(() => undefined);
      setSaving((now) => new Map([...now].filter(([other]) => other !== key)));
    }
  }
  return {
    saving,
    onPayout: (row: RegionBooking, party: PayoutParty, status: Payout) => void save(row, party, status),
  };
}
