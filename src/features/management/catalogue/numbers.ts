/** A number as it was typed; null for nothing, and for what is no number. */
export function numberOf(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : null;
}

const MOST = 9_999_999;

/** More than nothing. Prices and hours. */
export function isPositive(text: string | undefined): boolean {
  const value = numberOf(text);
  return value !== null && value > 0 && value <= MOST;
}

/** A whole number from `min` to 1000: spots and guests. */
export function isCount(text: string | undefined, min = 1): boolean {
  const value = numberOf(text);
  return value !== null && Number.isInteger(value) && value >= min && value <= 1000;
}

/** 185 → '185', 4.5 → '4.5', null → ''. */
export const textOf = (value: number | null | undefined): string => (value == null ? '' : String(value));
