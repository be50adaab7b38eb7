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
