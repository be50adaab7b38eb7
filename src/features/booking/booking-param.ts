const SHAPE = /^(?:(?:experience|transport)\.)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/** Returns the id in the address of a booking, which links in emails write with its kind: 'experience.<id>'. */
export const bookingIdIn = (text: string | null): string | null => SHAPE.exec(text ?? '')?.[1] ?? null;
