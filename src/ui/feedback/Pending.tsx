import type { ReactNode } from 'react';
import { ErrorState, LoadingArea } from './states';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  label: string;
  className?: string;
  children: ReactNode;
}

/** Replaces a query's data: shows a skeleton while it loads, or its failure. */
export function Pending({ query, label, className = 'grid grid-cols-1 gap-3', children }: Props) {
  if (query.error) {
    return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  }
  return (
    <LoadingArea label={label} className={className}>
      {children}
    </LoadingArea>
  );
}
