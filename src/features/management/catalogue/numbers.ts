import { z } from 'zod/mini';

/** A number as a form holds it: null where nothing was typed, NaN for what is no number. */
export const numberShape = z.nullable(z.union([z.number(), z.nan()]));

/** More than nothing, up to `max`, with so many digits after the point at most. */
function isPositive(value: number | null, digits: number, max: number): value is number {
  if (value === null || !(value > 0 && value <= max)) return false;
  // 1.1 * 100 is 110.00000000000001.
  return Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6;
}

/** `digits`: as many as the currency has. More would be rounded, and another price sold than was typed. */
export const isPrice = (value: number | null, digits: number): boolean => isPositive(value, digits, 9_999_999);

/** Hours, to a tenth. */
export const isHours = (value: number | null): value is number => isPositive(value, 1, 9999);

/** A whole number from `min` to 1000: spots and people. */
export const isCount = (value: number | null, min = 1): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= 1000;
