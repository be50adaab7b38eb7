/** The addresses to which an email may redirect. */
export type RedirectRules = {
  siteUrl: string;
  /** Further addresses, as `additional_redirect_urls` of a hosted project, such as "http://localhost:5173/**". */
  redirectUrls: readonly string[];
  /** The machine's names (LOCAL_HOSTS), on any port. */
  hosts: readonly string[];
};

/**
 * The address if it belongs to the app, otherwise undefined, and the email leads to the site. lite 0.10.0 accepts every
 * port of this machine, and its `redirect_to` never reaches its emails.
 */
export function ownRedirect(address: string | undefined, rules: RedirectRules): string | undefined {
  if (!address || !URL.canParse(address)) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  const origins = [rules.siteUrl, ...rules.redirectUrls].map((url) => new URL(url).origin);
  const isHost = /^https?:$/.test(protocol) && rules.hosts.includes(hostname);
  return isHost || origins.includes(origin) ? address : undefined;
}
