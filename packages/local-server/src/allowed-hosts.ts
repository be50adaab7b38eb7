// Without this check, any web page open on the machine could use the local servers, by a request from its own
// origin or by a name that points to 127.0.0.1 (DNS rebinding). Deno imports this file too, so it uses nothing of
// Node.

/** The machine's own names. */
const OWN_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

/** Returns the name in a Host header without its port, or undefined if it is missing or malformed. */
function hostnameOf(host: string | null | undefined): string | undefined {
  if (!host || /[/?#@\\\s]/.test(host)) return undefined;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/**
 * Returns the reason for refusing a request that names another host or comes from another machine's page, or
 * undefined to accept it. `moreHosts` are further accepted names (LOCAL_HOSTS). Pages of this machine may use any
 * port.
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

/** Returns parses LOCAL_HOSTS. Throws a readable error for an invalid host name. */
export function readHosts(value: string | undefined): string[] {
  const names = (value ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names
    .filter((name) => name !== '')
    .map((name) => {
      if (hostnameOf(name) === name) return name;
      throw new Error(`LOCAL_HOSTS has host names without a port, separated by commas, not "${name}".`);
    });
}
