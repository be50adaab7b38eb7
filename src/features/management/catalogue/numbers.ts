/** A number as it was typed; null for nothing, and for what is no number. */
export function numberOf(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

/** More than nothing, up to `most`, with so many digits after the point at most. */
function isPositive(text: string | undefined, digits: number, most: number): boolean {
  const value = numberOf(text);
  if (value === null || value <= 0 || value > most) return false;
  // 1.1 * 100 is 110.00000000000001.
  return Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6;
}

/** `digits`: as many as the currency has. More would be rounded, and another price sold than was typed. */
export const isPrice = (text: string | undefined, digits: number): boolean => isPositive(text, digits, 9_999_999);

/** Hours, to a tenth. */
export const isHours = (text: string | undefined): boolean => isPositive(text, 1, 9999);

/** A whole number from `min` to 1000: spots and guests. */
export function isCount(text: string | undefined, min = 1): boolean {
  const value = numberOf(text);
  return value !== null && Number.isInteger(value) && value >= min && value <= 1000;
}

/** 185 → '185', 4.5 → '4.5', null → ''. */
export const textOf = (value: number | null | undefined): string => (value == null ? '' : String(value));
