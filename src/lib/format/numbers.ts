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

/**
 * Returns for example '12K', for narrow places. Browsers' Spanish 'K' looks wrong at some sizes, so Spanish uses
 * 'mil'.
 */
export function formatCompact(value: number): string {
  // A value that rounds to a million is shown as one million rather than '1,000K'.
  if (Math.abs(value) < 1000 || Math.abs(value) >= 999_950) return compact().format(value);
  const thousands = rounded().format(value / 1000);
  return t`${thousands}K`;
}

/** Formats an average rating, such as '4.8' for 4.75. */
export const formatRating = (average: number): string => oneDecimal().format(average);

/** Formats bytes, such as '1.2 MB' for 1,258,291. */
export const formatFileSize = (bytes: number): string => megabytes().format(bytes / 1024 / 1024);
