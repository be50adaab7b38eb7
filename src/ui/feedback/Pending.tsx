import type { ReactNode } from 'react';
import { ErrorState, LoadingArea } from './states';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Said while it is read. */
  label: string;
  className?: string;
  /** The shape of what comes. */
  children: ReactNode;
}

/** In the place of a query's data: its shape while it is read, or that it could not be read. */
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
