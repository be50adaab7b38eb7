import type { QueryKey } from '@tanstack/react-query';

/** The id of the script element that carries the snapshot. */
export const SNAPSHOT_ID = 'snapshot';

/** What a page that was rendered at build knew, as it stands in its HTML. */
export interface Snapshot {
  /** The address that the HTML shows. A host may send the same file for others: those are drawn in the browser. */
  path: string;
  /** When the build asked, in ms. */
  builtAt: number;
  queries: (readonly [QueryKey, unknown])[];
  /** The chunks of the app and of the page. */
  files: string[];
  /** Those that the booking form needs besides, on a page that has one. */
  formFiles: string[];
}

let read: Snapshot | null | undefined;

/** The snapshot of this document, or null. Whoever wrote the HTML wrote it: it is trusted as the script is. */
export function readSnapshot(): Snapshot | null {
  if (read === undefined) {
    const text = globalThis.document?.getElementById(SNAPSHOT_ID)?.textContent;
    read = text ? (JSON.parse(text) as Snapshot) : null;
  }
  return read;
}

/** Whether the HTML shows what this address asks for. */
export const isRenderedHere = (): boolean => readSnapshot()?.path === location.pathname;

/** A query in the address (a filter, a partner's code) is nothing that the HTML knew. */
export const canBeTakenOver = (): boolean => isRenderedHere() && location.search === '';

let takenOver = false;

/**
 * React takes over the HTML of this address, or has left it. Until it leaves, a part may still wait for its code: long after the app
 * has started, where the line is slow.
 */
export function setTakenOver(is: boolean): void {
  takenOver = is;
}

/** Whether what is drawn for the first time now may stand in the HTML already. */
export const isTakenOver = (): boolean => takenOver && canBeTakenOver();

let built: { at: number; until: number } | null = null;

/** What the cache has got until now (or gets, at build) was read by the build, at `at`. In ms. */
export function setBuiltAt(at: number, until = Number.POSITIVE_INFINITY): void {
  built = { at, until };
}

/** When the build read what a query has, in ms; null where this browser has read it. */
export const builtAtOf = ({ dataUpdatedAt }: { dataUpdatedAt: number }): number | null =>
  built && dataUpdatedAt > 0 && dataUpdatedAt <= built.until ? built.at : null;
