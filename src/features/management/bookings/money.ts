/** How a territory's amounts are formatted. Work screens use Q until it is known. */
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

/** Returns the territory's symbol, or the code if the amount is from before a currency change. */
export const symbolOf = (currencyCode: string, own: TerritoryCurrency): string =>
  currencyCode === own.code ? own.symbol : `${currencyCode} `;
