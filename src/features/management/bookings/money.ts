/** Formats a territory's money. Work screens fall back to Q. */
export interface TerritoryCurrency {
  code: string;
  symbol: string;
}

export const territoryCurrency = (
  territory: { currency_code: string; currency_symbol: string } | undefined,
): TerritoryCurrency => ({
  code: territory?.currency_code ?? 'GTQ',
  symbol: territory?.currency_symbol || 'Q',
});

/** The territory's symbol; money from before a currency change shows its code. */
export const symbolOf = (currencyCode: string, own: TerritoryCurrency): string =>
  currencyCode === own.code ? own.symbol : `${currencyCode} `;
