import { numberFormat } from '@/lib/i18n/intl';

const oneDecimal = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const megabytes = numberFormat({
  style: 'unit',
  unit: 'megabyte',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The average of reviews: 4.75 → '4.8'. */
export const formatRating = (average: number): string => oneDecimal().format(average);

/** 1,258,291 bytes → '1.2 MB'. */
export const formatFileSize = (bytes: number): string => megabytes().format(bytes / 1024 / 1024);
