import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { numberFormat } from '@/lib/i18n/intl';

/** A number as a form holds it: null where nothing was typed, NaN for what is no number. */
export const numberShape = z.nullable(z.union([z.number(), z.nan()]));

/** Whether it has at most this many decimals; false for NaN. */
export const hasDecimals = (value: number, most: number): boolean => Number(value.toFixed(most)) === value;

const plain = numberFormat({});

/** What is wrong with an amount of money or of hours, apart from being too low; null where nothing is, and where nothing was typed. */
export function numberProblem(value: number | null, decimals: number, max = Number.POSITIVE_INFINITY): string | null {
  if (value === null) return null;
  if (!hasDecimals(value, decimals)) return decimalsNote(decimals);
  if (value <= max) return null;
  const most = plain().format(max);
  return t`Please enter at most ${most}`;
}

function decimalsNote(decimals: number): string {
  if (decimals === 0) return t`Please enter a whole number: this currency has no decimals`;
  return decimals === 1
    ? t`Please enter a number with at most one decimal, such as 2.5`
    : t`Please enter a number with at most two decimals, such as 185.50`;
}
