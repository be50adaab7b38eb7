/** Opens an email to this address, and nothing else: `a?bcc=b@c.test` is a valid address, and an unescaped link would add a recipient. */
export function mailLink(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}
