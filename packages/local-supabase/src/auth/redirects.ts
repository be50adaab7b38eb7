/** Which addresses an email may lead back to. */
export type RedirectRules = {
  siteUrl: string;
  /** Further addresses, as `additional_redirect_urls` of a hosted project: "http://localhost:5173/**". */
  redirectUrls: readonly string[];
  /** LOCAL_HOSTS: names that this machine is reached by, on any port. */
  hosts: readonly string[];
};

/**
 * The address, if it belongs to the app; undefined for any other, so that the email leads to the site. lite 0.10.0 takes every port of this
 * machine for the site, and its `redirect_to` never reaches its emails.
 */
export function ownRedirect(address: string | undefined, rules: RedirectRules): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  const origins = [rules.siteUrl, ...rules.redirectUrls].map((url) => new URL(url).origin);
  const isHost = /^https?:$/.test(protocol) && rules.hosts.includes(hostname);
  return isHost || origins.includes(origin) ? address : undefined;
}
