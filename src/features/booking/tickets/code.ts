import { paths } from '@/lib/routing/paths';

/** Returns the QR code's text, which is the address for checking in this booking. */
export const checkInAddress = (bookingId: string, code: string, origin = location.origin): string =>
  origin + paths.checkIn(bookingId, code);

/** Returns the start of a ticket's code, such as '3F7A 91C2', which staff can type without a camera. */
export const shortCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase();

// The spelling alphabet used in radio, which is the same in all languages.
const LETTERS: Record<string, string> = { A: 'Alfa', B: 'Bravo', C: 'Charlie', D: 'Delta', E: 'Echo', F: 'Foxtrot' };

/** Returns a code as words, such as 'Echo 3 Bravo Delta, 2 0 Foxtrot 1' for 'E3BD 20F1'. */
export const spellCode = (code: string): string =>
  shortCode(code)
    .split(' ')
    .map((part) => [...part].map((sign) => LETTERS[sign] ?? sign).join(' '))
    .join(', ');
