import { t } from '@lingui/core/macro';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/format/money';
import type { Untranslated } from '@/lib/i18n/listing-texts';
import type { Json } from '@/types/database';
import { Badge } from '@/ui/Badge';
import { cx } from '@/ui/cx';
import { PictureCell } from '@/ui/table/PictureCell';
import type { Column } from '@/ui/table/types';
import { fullDaysLabel, type Sales, type SalesByService, salesLabel } from './sales';
import { TranslationBadges } from './TranslationBadges';

interface TitleProps {
  row: {
    title: string;
    untranslated?: Untranslated<'title'>;
    image_urls: string[];
    visible: boolean;
    language: string;
    translated: Json;
  };
  /** Replaces 'Hidden' as the label of a hidden service. */
  hidden?: string | undefined;
  /** Badges shown before the one for hidden services. */
  children?: ReactNode;
}

export function OfferTitle({ row, hidden, children }: TitleProps) {
  return (
    <PictureCell image={row.image_urls[0]}>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <strong className="font-semibold text-ink wrap-anywhere" lang={row.untranslated?.title}>
          {row.title}
        </strong>
        {children}
        {!row.visible && (
          <Badge>
            <EyeOff aria-hidden="true" />
            {hidden ?? t`Hidden`}
          </Badge>
        )}
        <TranslationBadges language={row.language} translated={row.translated} />
      </div>
    </PictureCell>
  );
}

/** Shows '-' if the service isn't sold this way. */
export function Price({ amount, symbol }: { amount: number | null; symbol: string }) {
  return <span className="nums font-semibold">{amount === null ? '-' : formatMoney(amount, symbol)}</span>;
}

interface Spots {
  id: string;
  available_spots: number;
  max_spots: number;
}

/** Returns a column with a departure's spots and, once loaded, the sales of the next seven days. */
export const availabilityColumn = <Row extends Spots>(sales: SalesByService | undefined): Column<Row> => ({
  id: 'availability',
  header: t`Availability`,
  width: '14.5rem',
  cell: (row) => (
    <span className="inline-grid gap-0.5">
      <Availability available={row.available_spots} max={row.max_spots} />
      {sales?.has(row.id) && <WeekSales sales={sales.get(row.id)} />}
    </span>
  ),
});

function WeekSales({ sales }: { sales: Sales | undefined }) {
  const full = fullDaysLabel(sales);
  return (
    <>
      <span className="nums text-xs text-ink-2">{salesLabel(sales)}</span>
      {full && <span className="nums text-xs font-semibold text-success-text">{full}</span>}
    </>
  );
}

/** Shows for example '6 / 12' with a bar, in red if nothing is left. */
function Availability({ available, max }: { available: number; max: number }) {
  const share = max > 0 ? Math.min(1, available / max) : 0;
  return (
    <span className="inline-flex items-center gap-2.5">
      <span aria-hidden="true" className="h-1.5 w-14 flex-none overflow-hidden rounded-full bg-surface-3">
        <span
          className={cx('block h-full min-w-1 rounded-full', available > 0 ? 'bg-selva-600' : 'bg-danger')}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className={cx('nums', available === 0 && 'font-semibold text-danger-text')}>
        {available} / {max}
      </span>
    </span>
  );
}
