/** How a region's money is written. Its work screens fall back to Q. */
export interface RegionCurrency {
  code: string;
  symbol: string;
}

export const regionCurrency = (region: { currency_code: string; currency_symbol: string }): RegionCurrency => ({
  code: region.currency_code,
  symbol: region.currency_symbol || 'Q',
});

/** The region's own symbol; money from before it changed its currency says which it is. */
export const symbolOf = (currencyCode: string, region: RegionCurrency): string =>
  currencyCode === region.code ? region.symbol : `${currencyCode} `;
