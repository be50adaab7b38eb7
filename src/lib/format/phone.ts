import { PHONE_LENGTHS } from './phone-lengths';

/** Returns a WhatsApp link with a prepared text, or null if the number has no digits. */
export function whatsAppLink(number: string, text?: string): string | null {
  const digits = number.replace(/\D/g, '');
  if (!digits) return null;
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

/** Returns a link that calls the number, or null if it has no digits. */
export function callLink(number: string): string | null {
  const digits = number.replace(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : null;
}

/**
 * Groups a number's digits for reading aloud and dialling, such as '+502 5512 3480' for '+50255123480'. Other texts
 * stay as they are.
 */
export function formatPhone(number: string): string {
  const digits = /^\+(\d+)$/.exec(number)?.[1] ?? '';
  const code = [1, 2, 3].map((n) => digits.slice(0, n)).find((start) => start in PHONE_LENGTHS);
  if (!code) return number;
  const national = digits.slice(code.length);
  // Eight digits form two groups of four, as in all of Central America.
  const groups = national.length === 8 ? national.match(/\d{4}/g) : national.match(/\d{3}(?=\d{2})|\d{2,4}$/g);
  return groups?.join('') === national ? `+${code} ${groups.join(' ')}` : number;
}
