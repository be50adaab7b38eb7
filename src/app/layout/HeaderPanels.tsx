import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Bell, MessageCircle } from 'lucide-react';
import { OpenInvites, useOpenInvites } from '@/features/account/invites/OpenInvites';
import { useSession } from '@/features/account/session/session';
import { RecentMessages } from '@/features/messaging/conversations/RecentMessages';
import { useNotifications } from '@/features/messaging/notifications/use-notifications';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { PanelMenu } from './PanelMenu.tsx';

// Only the open panel needs the wording of notifications, so it has its own chunk.
const NotificationList = lazyPart(() => import('@/features/messaging/notifications/NotificationList'), {
  fallback: <Skeleton className="m-3 h-16 rounded-md!" />,
});

function NotificationBell({ userId }: { userId: string }) {
  const { t } = useLingui();
  const { items, unread, loading, markRead } = useNotifications(userId);
  const { hasRole } = useSession();
  // Invitations count until they are answered.
  const invites = useOpenInvites(userId).data?.length ?? 0;
  const count = unread + invites;
  const label = count > 0 ? t`Notifications, ${plural(count, { one: '# unread', other: '# unread' })}` : undefined;
  return (
    <PanelMenu
      title={t`Notifications`}
      {...(label && { label })}
      icon={<Bell aria-hidden="true" />}
      count={count}
      action={
        // A `disabled` button would lose the keyboard focus, which would leave the panel.
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2"
          aria-disabled={unread === 0 || undefined}
          onClick={() => unread > 0 && markRead(null)}
        >
          <Trans>Mark all as read</Trans>
        </Button>
      }
    >
      <OpenInvites userId={userId}>
        {(list) => <div className="border-b border-line px-3 pb-1">{list}</div>}
      </OpenInvites>
      <NotificationList
        items={items}
        loading={loading}
        holds={hasRole}
        onOpen={(item) => {
          // A conversation marks its own notifications as read once it has shown where new messages begin.
          if (!item.read && item.type !== 'message') markRead([item.id]);
        }}
      />
    </PanelMenu>
  );
}

function MessagesMenu({ userId }: { userId: string }) {
  const { t } = useLingui();
  return (
    <PanelMenu title={t`Messages`} icon={<MessageCircle aria-hidden="true" />}>
      <RecentMessages userId={userId} />
    </PanelMenu>
  );
}

/** Shows the account controls of the bar. They have their own chunk, because guests don't need them. */
export default function HeaderPanels() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <>
      <NotificationBell key={`bell-${user.id}`} userId={user.id} />
      <MessagesMenu key={`messages-${user.id}`} userId={user.id} />
    </>
  );
}
