import { paths } from '@/lib/routing/paths';

/** The QR code's text: the address for checking in this booking. */
export const checkInAddress = (bookingId: string, code: string, origin = location.origin): string =>
  origin + paths.checkIn(bookingId, code);

/** The beginning of a ticket's code: '3F7A 91C2'. Typed at the dock without a camera. */
export const shortCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4, 8)}`.toUpperCase();

// The radio alphabet, the same in all languages.
const LETTERS: Record<string, string> = { A: 'Alfa', B: 'Bravo', C: 'Charlie', D: 'Delta', E: 'Echo', F: 'Foxtrot' };

/** 'E3BD 20F1' → 'Echo 3 Bravo Delta, 2 0 Foxtrot 1' */
export const spellCode = (code: string): string =>
  shortCode(code)
    .split(' ')
    .map((part) => [...part].map((sign) => LETTERS[sign] ?? sign).join(' '))
    .join(', ');
