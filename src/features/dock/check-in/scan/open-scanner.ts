/** The history state with which a page opens the scanner for the next passenger. */
export const OPEN_SCANNER = { scan: true } as const;

export const opensScanner = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'scan' in state && state.scan === true;
