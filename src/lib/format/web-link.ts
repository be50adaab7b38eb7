import { isPlainLine } from './plain-line.ts';

const WEB_LINK = /^https?:\/\/[^\s"<>\\/?#@]+(?:[/?#][^\s"<>\\]*)?$/i;

/**
 * An address that somebody typed, to be linked to: only one of the web, never `javascript:` or the like, with no name before an @, which passes
 * for a host, nothing that ends an attribute of HTML, and nothing that cannot be seen or turns what stands beside it. As private.is_web_link in the database; both are tested with one list of cases
 * (tests/support/web-links.ts).
 */
export function webLink(url: string | null | undefined): string | undefined {
  return url && WEB_LINK.test(url) && isPlainLine(url) && URL.canParse(url) ? url : undefined;
}
