import type { QueryKey } from '@tanstack/react-query';

/** The id of the script element that contains the snapshot. */
export const SNAPSHOT_ID = 'snapshot';

/** The data in the HTML of a page rendered at build. */
export interface Snapshot {
  /**
   * The address that the HTML shows. A host may send the same file for other addresses, which are then rendered in
   * the browser.
   */
  path: string;
  builtAt: number;
  queries: (readonly [QueryKey, unknown])[];
  /** The chunks of the app and the page. */
  files: string[];
  /** Additional chunks for the booking form, on a page that has one. */
  formFiles: string[];
}

let read: Snapshot | null | undefined;

/** Returns the snapshot of this document, or null. It is trusted like the scripts of the same HTML. */
export function readSnapshot(): Snapshot | null {
  if (read === undefined) {
    const text = globalThis.document?.getElementById(SNAPSHOT_ID)?.textContent;
    read = text ? (JSON.parse(text) as Snapshot) : null;
  }
  return read;
}

/** Returns whether the HTML shows what this address asks for. */
export const isRenderedHere = (): boolean => readSnapshot()?.path === location.pathname;

/** Returns whether React can hydrate the HTML. The built HTML ignores queries (filters, a partner's code). */
export const canBeTakenOver = (): boolean => isRenderedHere() && location.search === '';

let takenOver = false;

/**
 * Records that React has hydrated the HTML of this address, or left it. Until then, parts may still wait for their
 * code, long after the app has started on a slow connection.
 */
export function setTakenOver(is: boolean): void {
  takenOver = is;
}

/** Returns whether content that renders for the first time now can't come from the HTML. */
export const isTakenOver = (): boolean => takenOver && canBeTakenOver();

let built: { at: number; until: number } | null = null;

/** Marks what the cache contains (or gets at build) as read by the build at `at`, in milliseconds. */
export function setBuiltAt(at: number, until = Number.POSITIVE_INFINITY): void {
  built = { at, until };
}

/** Returns when the build read a query's data, in milliseconds, or null if this browser read it. */
export const builtAtOf = ({ dataUpdatedAt }: { dataUpdatedAt: number }): number | null =>
  built && dataUpdatedAt > 0 && dataUpdatedAt <= built.until ? built.at : null;
