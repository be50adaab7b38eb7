import { useEffect, useState } from 'react';
import { atNextSign } from '@/lib/hooks/signs';
import { knownAtBuild } from '@/lib/routing/snapshot';
import { territoryKeys } from './keys.ts';
import type { TerritoryCardData } from './queries.ts';

/** The list of regions as far as a page has it. Neither data nor an error: it is on its way. */
export interface RegionsState {
  data: TerritoryCardData[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

type Live = typeof import('./LiveRegions.tsx');
let live: Live | null = null;

async function loadLive(): Promise<Live> {
  live ??= await import('./LiveRegions.tsx');
  return live;
}

const atBuild = () => knownAtBuild<TerritoryCardData[]>(territoryKeys.list());

/** Where the HTML knows no regions, what asks the server for them is there before the page is drawn. */
export async function loadUnknownRegions(): Promise<void> {
  if (!atBuild()) await loadLive();
}

/**
 * The regions as the HTML has them; what asks the server for newer ones is loaded at the first sign of a person, as
 * reading a page should cost a slow phone no more than the page. `live` is null until then; `urgent`: it is wanted at once.
 */
export function useRegions(urgent: boolean): {
  state: RegionsState;
  live: Live | null;
  onState: (state: RegionsState) => void;
} {
  const [part, setPart] = useState(live);
  const [failures, setFailures] = useState(0);
  const [state, onState] = useState<RegionsState>(() => ({
    data: atBuild(),
    error: null,
    isFetching: false,
    refetch: async () => undefined,
  }));
  useEffect(() => {
    if (part) return undefined;
    // Without a line the page stays as it is, and the next sign counts.
    const load = () => void loadLive().then(setPart, () => setFailures((count) => count + 1));
    return urgent && failures === 0 ? load() : atNextSign(load);
  }, [part, urgent, failures]);
  return { state, live: part, onState };
}
