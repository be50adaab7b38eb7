import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { TypeIcon, typeName } from '@/features/catalogue/transport/parts';
import { formatMoney } from '@/lib/format/money';
import { parseImage } from '@/lib/media/media';
import { Badge } from '@/ui/Badge';
import { Poster } from '@/ui/media/Poster';
import type { Column } from '@/ui/table/types';
import { Availability } from '../catalogue/Availability';
import type { DeskTransport } from './queries';

export function transportColumns(symbol: string): Column<DeskTransport>[] {
  const price = (amount: number | null) => (
    <span className="nums font-semibold">{amount === null ? '-' : formatMoney(amount, symbol)}</span>
  );
  return [
    { id: 'transport', header: t`Transport`, card: 'title', cell: (row) => <Title row={row} /> },
    {
      id: 'type',
      header: t`Type`,
      width: '8rem',
      cell: (row) => (
        <span className="inline-flex items-center gap-2 align-middle">
          <TypeIcon id={row.type_id} className="size-4.5 flex-none text-ink-2" />
          {typeName({ id: row.type_id, name: row.type_name })}
        </span>
      ),
    },
    { id: 'shared', header: t`Shared Price`, align: 'end', width: '8rem', cell: (row) => price(row.shared_price) },
    { id: 'private', header: t`Private Price`, align: 'end', width: '8.5rem', cell: (row) => price(row.private_price) },
    {
      id: 'availability',
      header: t`Availability`,
      width: '10rem',
      cell: (row) => <Availability available={row.available_spots} max={row.max_spots} />,
    },
  ];
}

function Title({ row }: { row: DeskTransport }) {
  return (
    <div className="flex items-center gap-3">
      <Poster
        picture={parseImage(row.image_urls[0])}
        alt=""
        sizes="4rem"
        className="h-11 w-16 flex-none rounded-sm bg-surface-3"
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="font-semibold text-ink wrap-anywhere">{row.title}</strong>
        {!row.visible && (
          <Badge>
            <EyeOff aria-hidden="true" />
            {t`Hidden`}
          </Badge>
        )}
      </div>
    </div>
  );
}
