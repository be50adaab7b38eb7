import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryClient } from '@/lib/api/query-client';

/** A page that asks the server for something, with the cache around it. Loaded beside the page, not before it. */
export function withData(Page: ComponentType): ComponentType {
  return function PageWithData() {
    return (
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>
    );
  };
}
