import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { numberFormat } from '@/lib/i18n/intl';

/** A form's number: null if empty, NaN if invalid. */
export const numberShape = z.nullable(z.union([z.number(), z.nan()]));

/** Whether it has at most this many decimals; false for NaN. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value;

const plain = numberFormat({});

/** The error of an amount of money or hours, apart from being too low; null if valid or empty. */
export function numberProblem(value: number | null, decimals: number, max = Number.POSITIVE_INFINITY): string | null {
  if (value === null) return null;
  if (!hasDecimals(value, decimals)) return decimalsNote(decimals);
  if (value <= max) return null;
  const most = plain().format(max);
  return t`Please enter at most ${most}`;
}

function decimalsNote(decimals: number): string {
  if (decimals === 0) return t`Please enter a whole number, because this currency has no decimals`;
  return decimals === 1
    ? t`Please enter a number with at most one decimal, such as 2.5`
    : t`Please enter a number with at most two decimals, such as 185.50`;
}
