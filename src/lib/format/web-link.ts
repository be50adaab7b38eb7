import { isPlainLine } from './plain-line.ts';

const WEB_LINK = /^https?:\/\/[^\s"<>\\/?#@]+(?:[/?#][^\s"<>\\]*)?$/i;

/**
 * Returns a typed address if it is safe to link. It must be http(s) without a user part before an @ (which looks
 * like a host), without anything that ends an HTML attribute, and without invisible characters or ones that change
 * the text direction. This is the same rule as private.is_web_link in the database, and both are tested with the
 * same cases (tests/support/web-links.ts).
 */
export function webLink(url: string | null | undefined): string | undefined {
  return url && WEB_LINK.test(url) && isPlainLine(url) && URL.canParse(url) ? url : undefined;
}
