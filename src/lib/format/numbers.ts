import { t } from '@lingui/core/macro';
import { numberFormat } from '@/lib/i18n/intl';

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const megabytes = numberFormat({
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
const rounded = numberFormat({ maximumFractionDigits: 1 });

/** For narrow places: '12K'. Browsers' Spanish 'K' looks wrong at some sizes, so 'mil' is used. */
export function formatCompact(value: number): string {
  // A value that rounds to a million is shown as one: not '1,000K'.
  if (Math.abs(value) < 1000 || Math.abs(value) >= 999_950) return compact().format(value);
  const thousands = rounded().format(value / 1000);
  return t`${thousands}K`;
}

/** An average rating: 4.75 → '4.8'. */
export const formatRating = (average: number): string => oneDecimal().format(average);

/** 1,258,291 bytes → '1.2 MB'. */
export const formatFileSize = (bytes: number): string => megabytes().format(bytes / 1024 / 1024);
