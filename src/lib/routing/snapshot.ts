import type { QueryKey } from '@tanstack/react-query';

/** The id of the script element that carries the snapshot. */
export const SNAPSHOT_ID = 'snapshot';

/** The data in the HTML of a page rendered at build. */
export interface Snapshot {
  /**
   * The address shown by the HTML. A host may send the same file for others, which are then rendered in the browser.
   */
  path: string;
  /** When the build read the data, in ms. */
  builtAt: number;
  queries: (readonly [QueryKey, unknown])[];
  /** The chunks of the app and the page. */
  files: string[];
  /** Those that the booking form needs besides, on a page that has one. */
  formFiles: string[];
}

let read: Snapshot | null | undefined;

/** The snapshot of this document, or null. It is trusted like the scripts of the same HTML. */
export function readSnapshot(): Snapshot | null {
  if (read === undefined) {
    const text = globalThis.document?.getElementById(SNAPSHOT_ID)?.textContent;
    read = text ? (JSON.parse(text) as Snapshot) : null;
  }
  return read;
}

/** Whether the HTML shows what this address asks for. */
export const isRenderedHere = (): boolean => readSnapshot()?.path === location.pathname;

/** The built HTML ignores queries (filters, a partner's code). */
export const canBeTakenOver = (): boolean => isRenderedHere() && location.search === '';

let takenOver = false;

/**
 * React has hydrated the HTML of this address, or left it. Until then parts may still wait for their code, long after
 * the app has started on a slow connection.
 */
export function setTakenOver(is: boolean): void {
  takenOver = is;
}

/** Whether content rendered now for the first time may already be in the HTML. */
export const isTakenOver = (): boolean => takenOver && canBeTakenOver();

let built: { at: number; until: number } | null = null;

/** Marks what the cache contains so far (or gets, at build) as read by the build, `at` ms. */
export function setBuiltAt(at: number, until = Number.POSITIVE_INFINITY): void {
  built = { at, until };
}

/** When the build read a query's data, in ms; null if this browser read it. */
export const builtAtOf = ({ dataUpdatedAt }: { dataUpdatedAt: number }): number | null =>
  built && dataUpdatedAt > 0 && dataUpdatedAt <= built.until ? built.at : null;
