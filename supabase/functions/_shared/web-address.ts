/** A web address that a mail or a calendar may open, or null: no script, no data, nothing without a host. */
export function webAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}
