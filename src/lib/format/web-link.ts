/** An address that somebody typed, to be linked to: only one of the web, never `javascript:` or the like. */
export function webLink(url: string | null | undefined): string | undefined {
  return url && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
