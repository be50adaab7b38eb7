import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DataTable } from '@/ui/table/DataTable';
import { paged } from '@/ui/table/paged';
import type { Column, RowAction } from '@/ui/table/types';
import type { RegionBooking } from './queries';
import type { useBookings } from './use-bookings';

interface Props {
  bookings: ReturnType<typeof useBookings>;
  columns: readonly Column<RegionBooking>[];
  label?: string;
  errorTitle?: ReactNode;
  onOpen?: (row: RegionBooking) => void;
  actions?: (row: RegionBooking) => RowAction[];
}

/** The list of every screen with a region's bookings: more of them come as one scrolls. */
export function BookingsTable({ bookings: { list, rows, count }, columns, label, errorTitle, onOpen, actions }: Props) {
  const { t } = useLingui();
  return (
    <DataTable
      {...paged(list)}
      label={label ?? t`Bookings`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      cardsBelow="lg"
      errorTitle={errorTitle}
      empty={<Trans>No bookings found</Trans>}
      total={count}
      {...(onOpen ? { onOpen } : {})}
      {...(actions ? { actions } : {})}
    />
  );
}
