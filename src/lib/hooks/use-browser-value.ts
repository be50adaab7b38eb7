import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * A value that only this browser knows (its clock, its time zone). The built HTML and the first render use `inHtml`
 * instead, as React requires both to match.
 */
export const useBrowserValue = <T>(read: () => T, inHtml: T): T => useSyncExternalStore(never, read, () => inHtml);
