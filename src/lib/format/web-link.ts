import { isPlainLine } from './plain-line.ts';

const WEB_LINK = /^https?:\/\/[^\s"<>\\/?#@]+(?:[/?#][^\s"<>\\]*)?$/i;

/**
 * Returns a typed address if it is safe to link: http(s) only, no user part before an @ (which looks like a host),
 * nothing that ends an HTML attribute, no invisible or direction-changing characters. As private.is_web_link in the
 * database; both are tested with the same cases (tests/support/web-links.ts).
 */
export function webLink(url: string | null | undefined): string | undefined {
  return url && WEB_LINK.test(url) && isPlainLine(url) && URL.canParse(url) ? url : undefined;
}
