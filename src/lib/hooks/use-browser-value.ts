import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns a value that only this browser knows, such as its clock or time zone. The built HTML and the first render
 * use `inHtml` instead, because React requires both to match.
 */
export const useBrowserValue = <T>(read: () => T, inHtml: T): T => useSyncExternalStore(never, read, () => inHtml);
