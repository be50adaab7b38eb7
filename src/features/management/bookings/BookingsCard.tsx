import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type BookingStatus, STATUSES } from '@/features/booking/tickets/transitions';
import { customerName } from '@/features/management/bookings/labels';
import type { CsvColumn } from '@/lib/format/csv';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { SelectFilter } from '@/ui/filter/filters';
import { urlChoice, urlDate, urlText } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { ExportButton } from '@/ui/table/ExportButton';
import { paged } from '@/ui/table/paged';
import type { Column, DataTableProps } from '@/ui/table/types';
import { FoldedFilterBar } from './FoldedFilterBar';
import { PeriodFilter } from './PeriodFilter';
import { isFiltered, PERIOD_BY, PERIODS, type Period, periodOf } from './period';
import { exportBookings, type TerritoryBooking } from './queries';
import type { Bookings } from './use-bookings';

/** The filters' URL parameters: dates, text and, for staff, the status. */
export const dateAndTextFields = { from: urlDate(), to: urlDate(), q: urlText() };
/** Shown where people reconcile money, also for exports. */
export const periodField = { by: urlChoice(PERIOD_BY, '') };
export const filterFields = { ...dateAndTextFields, status: urlChoice(['', ...STATUSES], '') };

/** By default the list shows bookings that still need work. */
export const whenField = { when: urlChoice(PERIODS, 'today') };

export const statusOptions = () => STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

interface Props {
  bookings: Bookings;
  notice: StatusControls;
  title: ReactNode;
  filterLabel?: string;
  placeholder?: string;
  columns: readonly Column<TerritoryBooking>[];
  csv: { fileName: string; columns: readonly CsvColumn<TerritoryBooking>[] };
  /** Replaces the filters for date, text and status. Null if the page shows filters elsewhere. */
  filters?: ReactNode;
  /** Further options of the table. */
  table?: Pick<DataTableProps<TerritoryBooking>, 'groups' | 'card' | 'isSelected'>;
  label?: string;
  errorTitle?: ReactNode;
  /** Shown instead of the table. */
  failure?: ReactNode;
  onOpen?: (row: TerritoryBooking) => void;
}

/** Shows a territory's bookings with filters, an export of all matches, and a table. */
export function BookingsCard(props: Props) {
  const { bookings, notice, title, csv, failure } = props;
  const { territoryId, filters, state, count } = bookings;
  return (
    <Card className="card-clip">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
        {title}
        <ExportButton
          fileName={csv.fileName}
          total={count}
          disabled={count === 0}
          collect={(signal, onProgress) => exportBookings(territoryId, filters, csv.columns, signal, onProgress)}
          onFailure={(error) => notice.failure(error)}
        />
      </div>
      {state.shown.when && <When state={state} />}
      {props.filters === undefined ? <BookingFilterBar {...props} /> : props.filters}
      {failure ?? <Rows {...props} />}
    </Card>
  );
}

function When({ state: { shown, change } }: { state: Bookings['state'] }) {
  const { t } = useLingui();
  return (
    <ChipChoice<Period>
      className="pt-0!"
      label={t`Days shown`}
      options={[
        { value: 'today', label: t`Today` },
        { value: 'tomorrow', label: t`Tomorrow` },
        { value: 'upcoming', label: t`Upcoming` },
        { value: 'past', label: t`Past` },
        { value: 'all', label: t`All` },
      ]}
      chosen={periodOf(shown)}
      onChange={(when) => change({ when, from: '', to: '', ...(shown.by && { by: '' as const }) })}
    />
  );
}

/** Filters by dates, text and status. Pass further filters as `children`. */
export function BookingFilterBar({
  bookings,
  filterLabel = '',
  placeholder = '',
  children,
}: Pick<Props, 'bookings' | 'filterLabel' | 'placeholder'> & { children?: ReactNode }) {
  const { t } = useLingui();
  const { shown, change } = bookings.state;
  return (
    <FoldedFilterBar bookings={bookings} label={filterLabel} placeholder={placeholder}>
      <PeriodFilter state={bookings.state} />
      {shown.status !== undefined && (
        <SelectFilter
          label={t`Status`}
          value={shown.status}
          options={[{ value: '', label: t`All statuses` }, ...statusOptions()]}
          onChange={(status) => change({ status: status as BookingStatus | '' })}
        />
      )}
      <div className="contents">{children}</div>
    </FoldedFilterBar>
  );
}

/** Says that the list is empty. The other filter chips are one click away. */
function Nothing({ state: { shown, change } }: { state: Bookings['state'] }) {
  const period = periodOf(shown);
  const filtered = isFiltered(shown);
  const next: Period = (period === 'today' || period === 'tomorrow') && !filtered ? 'upcoming' : 'all';
  return (
    <div key={`${period} ${filtered}`} className="grid justify-items-center gap-4">
      <p>
        {period === 'all' || filtered ? (
          <Trans>No bookings found</Trans>
        ) : period === 'today' ? (
          <Trans>No bookings today</Trans>
        ) : period === 'tomorrow' ? (
          <Trans>No bookings tomorrow</Trans>
        ) : period === 'past' ? (
          <Trans>No past bookings</Trans>
        ) : (
          <Trans>No upcoming bookings</Trans>
        )}
      </p>
      {period !== 'all' && (
        <Button size="sm" onClick={() => change({ when: next })}>
          {filtered ? (
            <Trans>Search all bookings</Trans>
          ) : next === 'all' ? (
            <Trans>All</Trans>
          ) : (
            <Trans>Upcoming</Trans>
          )}
        </Button>
      )}
    </div>
  );
}

/** Loads further pages while scrolling. */
function Rows({ bookings: { state, list, rows, count }, columns, table, label, errorTitle, onOpen }: Props) {
  const { t } = useLingui();
  const detailsOf = (row: TerritoryBooking) => ({
    label: t`Details of ${row.title}, ${customerName(row)}`,
    short: t`Details`,
    icon: <ReceiptText aria-hidden="true" />,
    inline: true,
    onSelect: () => onOpen?.(row),
  });
  return (
    <DataTable<TerritoryBooking>
      {...paged(list)}
      {...table}
      label={label ?? t`Bookings`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      cardsBelow="lg"
      errorTitle={errorTitle}
      empty={<Nothing state={state} />}
      total={count}
      {...(onOpen ? { onOpen, actions: (row: TerritoryBooking) => [detailsOf(row)] } : {})}
    />
  );
}
