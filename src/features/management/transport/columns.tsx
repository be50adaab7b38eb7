import { t } from '@lingui/core/macro';
import { TypeIcon, typeName } from '@/features/catalogue/transport/labels';
import type { Column } from '@/ui/table/types';
import { availabilityColumn, Price, ServiceTitle } from '../catalogue/columns';
import type { ManagedService } from '../catalogue/queries';
import type { SalesByService } from '../catalogue/sales';

export function transportColumns(symbol: string, sales: SalesByService | undefined): Column<ManagedService>[] {
  return [
    { id: 'transport', header: t`Transport`, card: 'title', cell: (row) => <ServiceTitle row={row} /> },
    { id: 'type', header: t`Type`, width: '8rem', cell: (row) => <Type row={row} /> },
    {
      id: 'shared',
      header: t`Shared Price`,
      align: 'end',
      width: '8rem',
      cell: (row) => <Price amount={row.shared_price} symbol={symbol} />,
    },
    {
      id: 'private',
      header: t`Private Price`,
      align: 'end',
      width: '8.5rem',
      cell: (row) => <Price amount={row.private_price} symbol={symbol} />,
    },
    availabilityColumn(sales),
  ];
}

function Type({ row }: { row: ManagedService }) {
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <TypeIcon id={row.type_id} className="size-4.5 flex-none text-ink-2" />
      {typeName({ id: row.type_id, name: row.type_name })}
    </span>
  );
}
