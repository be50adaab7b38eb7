/** Returns a web address that an email or calendar may open, which is http(s) with only a host, or null. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
