import { paths } from '@/lib/routing/paths';

/** What the QR code says: the address at which staff check this booking in. */
export const checkInAddress = (bookingId: string, code: string, origin = location.origin): string =>
  origin + paths.checkIn(bookingId, code);

/** The beginning of a ticket's code, as it is shown and said: '3F7A 91C2'. Those at the door type it where no camera works. */
export const shortCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase();

// The words of radio traffic, which are the same in all languages.
const LETTERS: Record<string, string> = { A: 'Alfa', B: 'Bravo', C: 'Charlie', D: 'Delta', E: 'Echo', F: 'Foxtrot' };

/** 'E3BD 20F1' → 'Echo 3 Bravo Delta, 2 0 Foxtrot 1' */
export const spellCode = (code: string): string =>
  shortCode(code)
    .split(' ')
    .map((part) => [...part].map((sign) => LETTERS[sign] ?? sign).join(' '))
    .join(', ');
