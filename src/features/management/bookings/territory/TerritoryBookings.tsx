import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useUndoLeft } from '@/features/departures/cancelling/use-undo-left';
import { hasDeparted } from '@/features/departures/departed';
import { BookingsCard, filterFields, periodField, whenField } from '@/features/management/bookings/BookingsCard';
import { territoryCsvColumns, territoryFileName } from '@/features/management/bookings/csv';
import { bookingNumber, customerName } from '@/features/management/bookings/labels';
import { territoryCurrency } from '@/features/management/bookings/money';
import { PAYMENTS } from '@/features/management/bookings/period';
import { type TerritoryBooking, territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { useBookings, useLiveBookings } from '@/features/management/bookings/use-bookings';
import { useOpenBooking } from '@/features/management/bookings/use-open-booking';
import { calendarDate, formatDay, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { urlChoice, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { useFocusRecovery } from '@/ui/focus/use-focus-recovery';
import { lazyPart } from '@/ui/loading/lazy-part';
import { BookingLines } from './BookingLines';
import { departureColumns, territoryColumns } from './columns';
import { DepartureHead } from './DepartureHead';
import { DeskFilters } from './DeskFilters';
import { StatusSelect } from './StatusSelect';
import { Tick } from './Tick';
import { TickedBookings } from './TickedBookings';
import { byDeparture, groupOf, headsOf, useDepartures } from './use-departures';
import { useStatusChange } from './use-status-change';
import { MAX_TICKED, type Ticked, useTicked } from './use-ticked';

const BookingDrawer = lazyPart(() => import('@/features/management/bookings/booking/BookingDrawer'));
const CancelSeveral = lazyPart(() => import('./CancelSeveral'));
const ConfirmChange = lazyPart(() => import('./ConfirmChange'));

const fields = {
  ...filterFields,
  ...whenField,
  ...periodField,
  service: urlText(36),
  guide: urlText(36),
  payment: urlChoice(PAYMENTS, ''),
};

interface Props {
  territoryId: string;
  userId: string;
}

export function TerritoryBookings({ territoryId, userId }: Props) {
  const { t, i18n } = useLingui();
  const notice = useStatus();
  const box = useFocusRecovery<HTMLDivElement>();
  const state = useUrlState(fields);
  const territory = useQuery(territoryCurrencyQuery(territoryId));
  const timeZone = territory.data?.time_zone ?? 'America/Guatemala';
  const bookings = useBookings(territoryId, state, territory.data?.time_zone);
  const refresh = useLiveBookings(territoryId);
  const change = useStatusChange({ rows: bookings.rows, notice, refresh });
  const ticks = useTicked(bookings.rows, JSON.stringify(bookings.filters));
  const departures = useDepartures({ territoryId, userId, rows: bookings.rows, notice, refresh });
  const [open, setOpen] = useOpenBooking();
  const [cancelling, setCancelling] = useState(false);
  const undo = useUndoLeft(refresh);
  const currency = territoryCurrency(territory.data);
  const { count, rows, filters, list } = bookings;
  const byDepartures = filters.order !== undefined;

  function tick(some: readonly TerritoryBooking[], on: boolean) {
    if (!ticks.set(some, on)) notice.failure(t`You can select up to ${MAX_TICKED} bookings at a time`);
  }
  const tickOf = (row: TerritoryBooking) => (
    <Tick
      label={t`Select ${customerName(row)}, ${bookingNumber(row.id)}`}
      checked={ticks.has(row)}
      onChange={(on) => tick([row], on)}
    />
  );
  const statusOf = (row: TerritoryBooking) => (
    <StatusSelect row={row} saving={change.saving.get(row.id)} onChange={(to) => change.choose(row.id, to)} />
  );
  const columns = { currency, timeZone, tick: tickOf, status: statusOf };
  const groups = useDepartureGroups({
    territoryId,
    rows,
    dated: filters.from !== filters.to,
    timeZone,
    ticks,
    tick,
    departures,
    refresh,
  });
  return (
    <div ref={box}>
      <StatusNotice notice={notice.notice} />
      {undo.notice}
      <div className="mb-3 empty:hidden">
        <StaleNotice
          failed={list.isError && !list.isFetchNextPageError && rows !== undefined}
          updatedAt={list.dataUpdatedAt}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
      <BookingsCard
        bookings={bookings}
        notice={notice}
        title={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="text-sm text-ink-2" aria-live="polite">
              {count !== undefined && (
                <span>
                  <Trans>{i18n.number(count)} in total</Trans>
                </span>
              )}
            </p>
            <Button
              size="sm"
              className="min-h-11!"
              icon={<CalendarX2 aria-hidden="true" />}
              onClick={() => setCancelling(true)}
            >
              <Trans>Cancel departures</Trans>
            </Button>
          </div>
        }
        filters={<DeskFilters bookings={bookings} />}
        columns={byDepartures ? departureColumns(columns) : territoryColumns(columns)}
        table={{
          ...(byDepartures && { groups }),
          isSelected: ticks.has,
          card: (row) => (
            <BookingLines
              row={row}
              currency={currency}
              timeZone={timeZone}
              tick={tickOf(row)}
              status={statusOf(row)}
              alone={!byDepartures}
              onOpen={() => setOpen(row.id)}
            />
          ),
        }}
        csv={{ fileName: territoryFileName(calendarDate()), columns: territoryCsvColumns }}
        failure={
          territory.error && !territory.data ? (
            <ErrorState title={territory.error.message} onRetry={() => void territory.refetch()} />
          ) : null
        }
        onOpen={(row) => setOpen(row.id)}
      />
      <TickedBookings
        territoryId={territoryId}
        userId={userId}
        ticks={ticks}
        currency={currency}
        notice={notice}
        refresh={refresh}
      />
      <div>{departures.dialogs}</div>
      {cancelling && (
        <CancelSeveral
          territoryId={territoryId}
          today={calendarDate(timeZone)}
          onClose={(left) => {
            setCancelling(false);
            undo.keep(left);
          }}
          onChanged={refresh}
        />
      )}
      {open && <BookingDrawer bookingId={open} currency={currency} onClose={() => setOpen(null)} refresh={refresh} />}
      {change.asked && <ConfirmChange change={change.asked} onCancel={change.dismiss} onConfirm={change.confirm} />}
    </div>
  );
}

interface GroupOptions {
  territoryId: string;
  rows: readonly TerritoryBooking[] | undefined;
  /** True if the list shows several days. */
  dated: boolean;
  timeZone: string;
  ticks: Ticked;
  tick: (rows: readonly TerritoryBooking[], on: boolean) => void;
  departures: ReturnType<typeof useDepartures>;
  refresh: () => Promise<void>;
}

/** Groups the rows below their departure's heading, whose checkbox selects the loaded rows. */
function useDepartureGroups({ territoryId, rows, dated, timeZone, ticks, tick, departures, refresh }: GroupOptions) {
  const { t } = useLingui();
  const heads = useMemo(() => headsOf(rows), [rows]);
  const members = useMemo(() => byDeparture(rows), [rows]);
  const now = useNow();
  const today = calendarDate(timeZone, 0, now);
  return {
    of: groupOf,
    head: (row: TerritoryBooking) => {
      const head = heads.get(row.departure_id);
      const own = members.get(groupOf(row)) ?? [];
      const count = own.filter(ticks.has).length;
      return (
        <DepartureHead
          territoryId={territoryId}
          row={row}
          head={head}
          dated={dated}
          ahead={row.booking_date >= today}
          departed={hasDeparted(row.booking_date, row.start_time, timeZone, now)}
          tick={
            <Tick
              label={t`Select all for ${row.title}, ${row.start_time ? formatTime(row.start_time) : formatDay(row.booking_date)}`}
              checked={count === own.length}
              some={count > 0}
              onChange={(on) => tick(own, on)}
            />
          }
          onMessage={() => head && departures.message(row, head)}
          onCancel={() => head && departures.cancel(row, head)}
          onDelay={departures.delayOf(row, timeZone, now)}
          state={departures.states.get(row.departure_id)}
          timeZone={timeZone}
          onChanged={refresh}
          onClose={(closed) => head && void departures.close(row, head, closed)}
        />
      );
    },
  };
}
