/** The state of an address whose page opens with the scanner: the next passenger's ticket. */
export const SCAN = { scan: true } as const;

export const isScanAsked = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'scan' in state && state.scan === true;
