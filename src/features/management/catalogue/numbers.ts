import { numberProblem } from '@/ui/form/number-rules';

const MAX_PRICE = 9_999_999;
const MAX_HOURS = 9999;

/**
 * Returns the problem of a number that has to be above 0. `low` is the text for an empty field and for other
 * numbers.
 */
const positiveProblem = (value: number | null, digits: number, max: number, low: string): string | null =>
  numberProblem(value, digits, max) ?? (value !== null && value > 0 ? null : low);

/**
 * Returns the problem of a price. `digits` is the number of decimals in the currency. A price with more would be
 * rounded and sold at a different amount.
 */
export const priceProblem = (value: number | null, digits: number, low: string): string | null =>
  positiveProblem(value, digits, MAX_PRICE, low);

/** Returns the problem of a duration in hours, which may have one decimal. */
export const hoursProblem = (value: number | null, low: string): string | null =>
  positiveProblem(value, 1, MAX_HOURS, low);

export const isHours = (value: number | null): value is number => hoursProblem(value, '') === null;

/** Returns whether a number of spots or people is whole and between `min` and 1000. */
export const isCount = (value: number | null, min = 1): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= 1000;
