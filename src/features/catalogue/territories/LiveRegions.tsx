import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect } from 'react';
import { ReferralBanner } from '@/features/account/referral/ReferralBanner';
import { queryClient } from '@/lib/api/query-client';
import { territoriesQuery } from './queries.ts';
import type { RegionsState } from './regions-state.ts';

const withCache = (part: ReactNode) => <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>;

/** Reads the regions from the server, and tells the page what came of it. Draws nothing. */
export const LiveRegions = (props: { onState: (state: RegionsState) => void }) => withCache(<Reader {...props} />);

function Reader({ onState }: { onState: (state: RegionsState) => void }) {
  const { data, error, isFetching, refetch } = useQuery(territoriesQuery());
  useLayoutEffect(() => onState({ data, error, isFetching, refetch }), [data, error, isFetching, refetch, onState]);
  return null;
}

/** For a page that has no cache around it. */
export const LiveBanner = (props: { className?: string }) => withCache(<ReferralBanner {...props} />);
