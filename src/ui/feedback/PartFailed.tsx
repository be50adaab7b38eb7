import { isUnreached } from '@/lib/api/errors';
import { RetryAlert } from './RetryAlert.tsx';

interface Props {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  className?: string | undefined;
}

/**
 * Says that an optional part of a page failed to load. Shows nothing while offline, because the page itself says so and
 * most people have nothing in this part. The query needs `keepTrying`.
 */
export function PartFailed({ query: { error, isFetching, refetch }, className }: Props) {
  if (!error || isUnreached(error)) return null;
  return (
    <RetryAlert retrying={isFetching} onRetry={() => void refetch()} className={className}>
      {error.message}
    </RetryAlert>
  );
}
