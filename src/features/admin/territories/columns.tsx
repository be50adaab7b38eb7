import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import { Badge } from '@/ui/Badge';
import { countryName, Flag } from '@/ui/media/Flag';
import { PictureCell } from '@/ui/table/PictureCell';
import type { Column } from '@/ui/table/types';
import type { AdminTerritory } from './queries';

export function territoryColumns(): Column<AdminTerritory>[] {
  return [
    {
      id: 'name',
      header: t`Region`,
      sortValue: (row) => row.shown.name,
      card: 'title',
      cell: (row) => (
        <PictureCell image={row.image_urls[0]}>
          <div className="min-w-0">
            <strong className="block font-semibold text-ink wrap-anywhere" lang={row.shown.untranslated?.name}>
              {row.shown.name}
            </strong>
            <span className="line-clamp-1 text-xs text-ink-2 wrap-anywhere" lang={row.shown.untranslated?.description}>
              {row.shown.description}
            </span>
          </div>
        </PictureCell>
      ),
    },
    {
      id: 'country',
      header: t`Country`,
      width: '11rem',
      sortValue: (row) => countryName(row.country),
      cell: (row) => (
        <span className="inline-flex items-center gap-2">
          <Flag country={row.country} named />
          <span>{countryName(row.country)}</span>
        </span>
      ),
    },
    {
      id: 'status',
      header: t`Status`,
      width: '8rem',
      cell: (row) =>
        row.visible ? (
          <Badge tone="success">{t`Visible`}</Badge>
        ) : (
          <Badge>
            <EyeOff aria-hidden="true" />
            {t`Hidden`}
          </Badge>
        ),
    },
  ];
}
