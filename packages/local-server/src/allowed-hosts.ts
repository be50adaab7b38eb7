// Without this check any web page that is open on the machine could use the local servers: by a request from its own origin, or by a name of its own
// that it lets point to 127.0.0.1 (DNS rebinding). Deno imports this file too, so it needs nothing of Node.

/** The names by which a machine reaches itself. */
const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** What the Host header of `host` names, without its port; undefined for none and for a malformed one. */
function hostnameOf(host: string | null | undefined): string | undefined {
  if (!host || /[/?#@\\\s]/.test(host)) return undefined;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/**
 * Why a request is refused that names another host than this machine, or comes from a page of another one; undefined for one that is answered.
 * `moreHosts`: further names that the servers are reached by (LOCAL_HOSTS). A page of this machine may be on any port.
 */
export function refuseForeign(
  { host, origin }: { host: string | null | undefined; origin: string | null | undefined },
  moreHosts: readonly string[] = [],
): string | undefined {
  const allowed = (name: string | undefined) => name !== undefined && [...OWN_HOSTS, ...moreHosts].includes(name);
  if (!allowed(hostnameOf(host))) return 'This host is not served here. LOCAL_HOSTS adds one.';
  if (!origin) return undefined;
  const page = URL.canParse(origin) ? new URL(origin).hostname : undefined;
  return allowed(page) ? undefined : 'Pages of this origin are not answered. LOCAL_HOSTS adds one.';
}

/** The names in LOCAL_HOSTS. Throws a readable error for one that is no host name. */
export function readHosts(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      if (hostnameOf(name) === name) return name;
      throw new Error(`LOCAL_HOSTS has host names without a port, separated by commas, not "${name}".`);
    });
}
