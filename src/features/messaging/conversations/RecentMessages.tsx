import { useSession } from '@/features/account/session/session';
import { MessageList } from './MessageList';
import { useRecentMessages } from './use-recent-messages';

/** Who answers guests. */
const HOSTS = ['territory_manager', 'territory_staff', 'tour_guide', 'shuttle_manager'] as const;

/** The newest messages of a person, in the header's panel and on the work bar. */
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
