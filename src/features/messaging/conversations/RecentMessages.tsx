import { useSession } from '@/features/account/session/session';
import { MessageList } from './MessageList';
import { useRecentMessages } from './use-recent-messages';

/** The roles that answer guests. */
const HOSTS = ['territory_manager', 'territory_staff', 'tour_guide', 'shuttle_manager'] as const;

/** Shows a person's newest messages, in the header's panel and the bottom bar. */
export function RecentMessages({ userId }: { userId: string }) {
  const { hasRole } = useSession();
  const query = useRecentMessages(userId, hasRole(...HOSTS));
  return (
    <MessageList
      userId={userId}
      holds={hasRole}
      messages={query.data}
      loading={query.isPending}
      error={query.error}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  );
}
