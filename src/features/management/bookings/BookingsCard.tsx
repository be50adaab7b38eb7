import { Trans, useLingui } from '@lingui/react/macro';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { statusLabel } from '@/features/booking/tickets/labels';
import { type BookingStatus, STATUSES } from '@/features/booking/tickets/transitions';
import type { CsvColumn } from '@/lib/format/csv';
import { Card } from '@/ui/Card';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { DateRangeFilter, FilterBar, SearchFilter, SelectFilter } from '@/ui/filter/filters';
import { urlChoice, urlDate, urlText } from '@/ui/filter/use-url-state';
import { DataTable } from '@/ui/table/DataTable';
import { ExportButton } from '@/ui/table/ExportButton';
import { paged } from '@/ui/table/paged';
import type { Column } from '@/ui/table/types';
import { exportBookings, type TerritoryBooking } from './queries';
import type { Bookings } from './use-bookings';

/** What of the address belongs to the filters: dates and words, and where staff need it the status. */
export const dateAndTextFields = { from: urlDate(), to: urlDate(), q: urlText() };
export const filterFields = { ...dateAndTextFields, status: urlChoice(['', ...STATUSES], '') };

export const statusOptions = () => STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

interface Props {
  bookings: Bookings;
  notice: StatusControls;
  /** At the head of the card. */
  title: ReactNode;
  filterLabel: string;
  /** What the search looks through. */
  placeholder: string;
  columns: readonly Column<TerritoryBooking>[];
  csv: { fileName: string; columns: readonly CsvColumn<TerritoryBooking>[] };
  label?: string;
  errorTitle?: ReactNode;
  /** Stands in the place of the table. */
  failure?: ReactNode;
  onOpen?: (row: TerritoryBooking) => void;
}

/** A territory's bookings as every work screen lists them: filters, the file of all that they choose, and the rows. */
export function BookingsCard(props: Props) {
  const { bookings, notice, title, csv, failure } = props;
  const { territoryId, state, count } = bookings;
  return (
    <Card className="card-clip">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
        {title}
        <ExportButton
          fileName={csv.fileName}
          total={count}
          disabled={count === 0}
          collect={(signal, onProgress) => exportBookings(territoryId, state.settled, csv.columns, signal, onProgress)}
          onFailure={(error) => notice.failure(error.message)}
        />
      </div>
      <Filters {...props} />
      {failure ?? <Rows {...props} />}
    </Card>
  );
}

function Filters({ bookings: { state }, filterLabel, placeholder }: Props) {
  const { t } = useLingui();
  const { shown, change } = state;
  return (
    <FilterBar label={filterLabel} isSet={state.isSet} onClear={state.clear}>
      <DateRangeFilter from={shown.from} to={shown.to} onChange={change} />
      <SearchFilter label={t`Search`} placeholder={placeholder} value={shown.q} onChange={(q) => change({ q })} />
      {shown.status !== undefined && (
        <SelectFilter
          label={t`Status`}
          className="col-span-2"
          value={shown.status}
          options={[{ value: '', label: t`All statuses` }, ...statusOptions()]}
          onChange={(status) => change({ status: status as BookingStatus | '' })}
        />
      )}
    </FilterBar>
  );
}

/** More of them come as one scrolls. */
function Rows({ bookings: { list, rows, count }, columns, label, errorTitle, onOpen }: Props) {
  const { t } = useLingui();
  const detailsOf = (row: TerritoryBooking) => ({
    label: t`Details of ${row.title}, ${row.tourist_name ?? ''}`,
    short: t`Details`,
    icon: <ReceiptText aria-hidden="true" />,
    inline: true,
    onSelect: () => onOpen?.(row),
  });
  return (
    <DataTable<TerritoryBooking>
      {...paged(list)}
      label={label ?? t`Bookings`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      cardsBelow="lg"
      errorTitle={errorTitle}
      empty={<Trans>No bookings found</Trans>}
      total={count}
      {...(onOpen ? { onOpen, actions: (row: TerritoryBooking) => [detailsOf(row)] } : {})}
    />
  );
}
