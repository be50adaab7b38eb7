/** Opens the chat, with a text that waits to be sent; null where the number has no digits. */
export function whatsAppLink(number: string, text?: string): string | null {
  const digits = number.replace(/\D/g, '');
  if (!digits) return null;
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}

/** Rings the phone; null where the number has no digits. */
export function callLink(number: string): string | null {
  const digits = number.replace(/[^\d+]/g, '');
  return /\d/.test(digits) ? `tel:${digits}` : null;
}
