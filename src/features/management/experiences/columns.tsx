import { t } from '@lingui/core/macro';
import { Sparkles, UserRoundX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDuration } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Badge } from '@/ui/Badge';
import { Avatar } from '@/ui/media/Avatar';
import type { Column } from '@/ui/table/types';
import { availabilityColumn, OfferTitle, Price } from '../catalogue/columns';
import type { ManagedService } from '../catalogue/queries';
import type { SalesByService } from '../catalogue/sales';

import { WHO_GUIDES } from './sections';

/** A draft can't be made visible before it has a guide. */
export const isDraft = (row: Pick<ManagedService, 'visible' | 'guide_id'>) => !row.visible && row.guide_id === null;

export function experienceColumns(symbol: string, sales: SalesByService | undefined): Column<ManagedService>[] {
  return [
    { id: 'experience', header: t`Experience`, card: 'title', cell: (row) => <Title row={row} /> },
    { id: 'guide', header: t`Guide`, width: '13rem', card: 'plain', cell: (row) => <Guide row={row} /> },
    {
      id: 'price',
      header: t`Price`,
      align: 'end',
      width: '7.5rem',
      cell: (row) => <ShownPrice row={row} symbol={symbol} />,
    },
    {
      id: 'duration',
      header: t`Duration`,
      align: 'end',
      width: '7rem',
      cell: (row) => <span className="nums">{formatDuration(row.duration)}</span>,
    },
    availabilityColumn(sales),
  ];
}

/** Shows the price per person, or the group's price if the experience is only private. */
function ShownPrice({ row, symbol }: { row: ManagedService; symbol: string }) {
  if (row.shared_price !== null) return <Price amount={row.shared_price} symbol={symbol} />;
  return (
    <>
      <Price amount={row.private_price} symbol={symbol} />
      <span className="block text-sm text-ink-2">{t`per group`}</span>
    </>
  );
}

function Title({ row }: { row: ManagedService }) {
  return (
    <OfferTitle row={row} hidden={isDraft(row) ? t`Hidden draft` : undefined}>
      {row.featured && (
        <Badge tone="warn">
          <Sparkles aria-hidden="true" />
          {t`Featured ${row.featured_order ?? ''}`}
        </Badge>
      )}
    </OfferTitle>
  );
}

function Guide({ row }: { row: ManagedService }) {
  if (row.guide_id === null) {
    return (
      <span className="inline-flex items-center gap-2 text-warn-text">
        <UserRoundX aria-hidden="true" className="size-4 flex-none" />
        <span>
          <Link className="block underline underline-offset-4" to={paths.editExperience(row.id) + WHO_GUIDES}>
            {t`No guide assigned`}
          </Link>
          {isDraft(row) && <span className="block text-xs">{t`Can be shown once a guide has accepted`}</span>}
        </span>
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
