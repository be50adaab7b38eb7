import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { numberFormat } from '@/lib/i18n/intl';

/** The shape of a number in a form: null if empty, NaN if invalid. */
export const numberShape = z.nullable(z.union([z.number(), z.nan()]));

/** Returns whether a number has at most `most` decimals. Returns false for NaN. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value;

const plain = numberFormat({});

/**
 * Returns the error of an amount or of a number of hours, or null if it is valid or empty. It doesn't check the
 * minimum.
 */
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
