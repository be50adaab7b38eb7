/** The state of an address whose page opens with the scanner: the next passenger's ticket. */
export const OPEN_SCANNER = { scan: true } as const;

export const opensScanner = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'scan' in state && state.scan === true;
