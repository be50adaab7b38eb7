/** A range of whole amounts. `max` is null if there is no upper limit, which is the right end of the slider. */
export interface PriceRange {
  min: number;
  max: number | null;
}

function price(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** Reads the range from a URL and ignores invalid values. */
export function readPriceRange(params: URLSearchParams): PriceRange {
  const min = price(params.get('min')) ?? 0;
  const max = price(params.get('max'));
  return max === null || max >= min ? { min, max } : { min: 0, max: null };
}

/** Writes the range to a URL, omitting unlimited ends. */
export function writePriceRange(params: URLSearchParams, { min, max }: PriceRange): void {
  params.delete('min');
  params.delete('max');
  if (min > 0) params.set('min', String(min));
  if (max !== null) params.set('max', String(max));
}

/** Removes a limit that no longer exists, which a shared or old link may contain. */
export function fitPriceRange({ min, max }: PriceRange, highest: number): PriceRange {
  return { min: min <= highest ? min : 0, max: max !== null && max < highest ? max : null };
}

export const limitsPrice = ({ min, max }: PriceRange): boolean => min > 0 || max !== null;

export const inPriceRange = (amount: number, { min, max }: PriceRange): boolean =>
  amount >= min && (max === null || amount <= max);
