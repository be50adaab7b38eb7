const WEB_LINK = /^https?:\/\/[^\s"<>\\/?#@]+(?:[/?#][^\s"<>\\]*)?$/i;

/**
 * An address that somebody typed, to be linked to: only one of the web, never `javascript:` or the like, with no name before an @, which passes
 * for a host, and nothing that ends an attribute of HTML. As private.is_web_link in the database; both are tested with one list of cases
 * (tests/support/web-links.ts).
 */
export function webLink(url: string | null | undefined): string | undefined {
  return url && WEB_LINK.test(url) && URL.canParse(url) ? url : undefined;
}
