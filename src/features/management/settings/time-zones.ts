/** Returns the browser's time zones, with the stored one even if this browser doesn't know it. */
export const zoneOptions = (stored: string) =>
  [...new Set([stored, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .sort()
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
