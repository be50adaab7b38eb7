import { isUnreached } from '@/lib/api/errors';
import { RetryAlert } from './RetryAlert.tsx';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  className?: string | undefined;
}

/**
 * A part of a page that most people have nothing in could not be read. For want of a line it says nothing: the page itself does, what is
 * kept stays, and nobody knows that there is anything. Its query is a `keepTrying` one.
 */
export function PartFailed({ query: { error, isFetching, refetch }, className }: Props) {
  if (!error || isUnreached(error)) return null;
  return (
    <RetryAlert retrying={isFetching} onRetry={() => void refetch()} className={className}>
      {error.message}
    </RetryAlert>
  );
}
