import type { QueryKey } from '@tanstack/react-query';

/** The id of the script element that carries the snapshot. */
export const SNAPSHOT_ID = 'snapshot';

/** What a page that was rendered at build knew, as it stands in its HTML. */
export interface Snapshot {
  /** The address that the HTML shows. A host may send the same file for others: those are drawn in the browser. */
  path: string;
  queries: (readonly [QueryKey, unknown])[];
}

let read: Snapshot | null | undefined;

/** Where a page that is rendered at build finds what has been answered so far; nothing in the browser. */
export const answersAtBuild: { of: ((key: QueryKey) => unknown) | null } = { of: null };

/** What the HTML knew under a key of the cache, without the cache. */
export function knownAtBuild<T>(key: QueryKey): T | undefined {
  if (answersAtBuild.of) return answersAtBuild.of(key) as T | undefined;
  const wanted = JSON.stringify(key);
  return readSnapshot()?.queries.find(([known]) => JSON.stringify(known) === wanted)?.[1] as T | undefined;
}

/** The snapshot of this document, or null. Whoever wrote the HTML wrote it: it is trusted as the script is. */
export function readSnapshot(): Snapshot | null {
  if (read === undefined) {
    const text = globalThis.document?.getElementById(SNAPSHOT_ID)?.textContent;
    read = text ? (JSON.parse(text) as Snapshot) : null;
  }
  return read;
}
