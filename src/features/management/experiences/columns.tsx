import { t } from '@lingui/core/macro';
import { EyeOff, Sparkles, UserRoundX } from 'lucide-react';
import { formatDuration } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { parseImage } from '@/lib/media/media';
import { Badge } from '@/ui/Badge';
import { Avatar } from '@/ui/media/Avatar';
import { Poster } from '@/ui/media/Poster';
import type { Column } from '@/ui/table/types';
import { Availability } from '../catalogue/Availability';
import type { DeskExperience } from './queries';

export function experienceColumns(symbol: string): Column<DeskExperience>[] {
  return [
    { id: 'experience', header: t`Experience`, card: 'title', cell: (row) => <Title row={row} /> },
    { id: 'guide', header: t`Guide`, width: '13rem', card: 'plain', cell: (row) => <Guide row={row} /> },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      width: '7.5rem',
      cell: (row) => (
        <span className="nums font-semibold">
          {row.shared_price === null ? '-' : formatMoney(row.shared_price, symbol)}
        </span>
      ),
    },
    {
      id: 'duration',
      header: t`Duration`,
      align: 'end',
      width: '7rem',
      cell: (row) => <span className="nums">{formatDuration(row.duration)}</span>,
    },
    {
      id: 'availability',
      header: t`Availability`,
      width: '10rem',
      cell: (row) => <Availability available={row.available_spots} max={row.max_spots} />,
    },
  ];
}

function Title({ row }: { row: DeskExperience }) {
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
        {row.featured && (
          <Badge tone="warn">
            <Sparkles aria-hidden="true" />
            {t`Featured ${row.featured_order ?? ''}`}
          </Badge>
        )}
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

function Guide({ row }: { row: DeskExperience }) {
  if (row.guide_id === null) {
    return (
      <span className="inline-flex items-center gap-2 text-warn-text">
        <UserRoundX aria-hidden="true" className="size-4 flex-none" />
        {t`No guide assigned`}
      </span>
    );
  }
  return (
    <span className="flex items-center gap-2">
      <Avatar name={row.guide_name ?? ''} src={row.guide_avatar} size={24} />
      <span className="wrap-anywhere">{row.guide_name}</span>
    </span>
  );
}
