/**
 * Returns a link that writes to this address only. `a?bcc=b@c.test` is a valid address, and unescaped it would add
 * a recipient.
 */
export function mailLink(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}
