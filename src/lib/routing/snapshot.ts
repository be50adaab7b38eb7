import type { QueryKey } from '@tanstack/react-query';

/** The id of the script element that carries the snapshot. */
export const SNAPSHOT_ID = 'snapshot';

/** What a page that was rendered at build knew, as it stands in its HTML. */
export interface Snapshot {
  /** The address that the HTML shows. A host may send the same file for others: those are drawn in the browser. */
  path: string;
  queries: (readonly [QueryKey, unknown])[];
  /** The chunks of the app and of the page. */
  files: string[];
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

/**
 * Whether React takes over the HTML of this address. A query in the address (a filter, a partner's code) is nothing that the HTML
 * knew, and once the app has started it draws every page itself.
 */
export const isTakenOver = (): boolean =>
  isRenderedHere() && location.search === '' && !document.documentElement.classList.contains('started');
