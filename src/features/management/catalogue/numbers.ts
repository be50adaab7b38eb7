import { numberProblem } from '@/ui/form/number-rules';

const MAX_PRICE = 9_999_999;
const MAX_HOURS = 9999;

/** Null for a number above 0; `low`: the error for other numbers and an empty field. */
const positiveProblem = (value: number | null, digits: number, max: number, low: string): string | null =>
  numberProblem(value, digits, max) ?? (value !== null && value > 0 ? null : low);

/** `digits`: the currency's decimals. More would be rounded, and another price sold than typed. */
export const priceProblem = (value: number | null, digits: number, low: string): string | null =>
  positiveProblem(value, digits, MAX_PRICE, low);

/** Hours, to a tenth. */
export const hoursProblem = (value: number | null, low: string): string | null =>
  positiveProblem(value, 1, MAX_HOURS, low);

export const isHours = (value: number | null): value is number => hoursProblem(value, '') === null;

/** A whole number from `min` to 1000: spots and people. */
export const isCount = (value: number | null, min = 1): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= 1000;
