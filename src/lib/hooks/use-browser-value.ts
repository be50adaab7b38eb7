import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * What only this browser knows (its clock, its time zone). The HTML of the build has `inHtml` in its place, and so has the first drawing
 * that takes the HTML over: React refuses HTML that is not what it would have drawn.
 */
export const useBrowserValue = <T>(read: () => T, inHtml: T): T => useSyncExternalStore(never, read, () => inHtml);
