import { PHONE_LENGTHS } from './phone-lengths';

/** A WhatsApp link with a prepared text; null if the number has no digits. */
export function whatsAppLink(number: string, text?: string): string | null {
  const digits = number.replace(/\D/g, '');
  if (!digits) return null;
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

/** A link that calls the number; null if it has no digits. */
export function callLink(number: string): string | null {
  const digits = number.replace(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : null;
}

/** '+50255123480' → '+502 5512 3480': in groups, to be read out and dialled. Any other text stays as it is. */
export function formatPhone(number: string): string {
  const digits = /^\+(\d+)$/.exec(number)?.[1] ?? '';
  const code = [1, 2, 3].map((n) => digits.slice(0, n)).find((start) => start in PHONE_LENGTHS);
  if (!code) return number;
  const national = digits.slice(code.length);
  // Eight digits are two groups of four, as in all of Central America.
  const groups = national.length === 8 ? national.match(/\d{4}/g) : national.match(/\d{3}(?=\d{2})|\d{2,4}$/g);
  return groups?.join('') === national ? `+${code} ${groups.join(' ')}` : number;
}
