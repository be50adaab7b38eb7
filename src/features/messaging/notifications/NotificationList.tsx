import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { PanelNote } from '@/features/messaging/PanelNote';
import { formatRelative } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { notificationTarget, type WorkRole } from '../../../../supabase/functions/_shared/link-targets.ts';
import type { Notification } from './queries';
import { sayNotification } from './wordings';

interface ItemProps {
  item: Notification;
  holds: (role: WorkRole) => boolean;
  onOpen: () => void;
}

function Item({ item, holds, onOpen }: ItemProps) {
  const { title, message } = sayNotification(item);
  const booking = item.type !== 'message' && item.booking_id;
  return (
    <li>
      <Link
        to={notificationTarget(item, holds)}
        onClick={onOpen}
        className={cx('block rounded-md px-3 py-2.5 hover:bg-surface-2', !item.read && 'bg-surface-2')}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">
            {!item.read && (
              <>
                <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-brand align-[.0625rem]" />
                <span className="sr-only">
                  <Trans>Unread:</Trans>{' '}
                </span>
              </>
            )}
            <span>{title}</span>
          </span>
          <time dateTime={item.created_at} className="flex-none text-xs text-ink-3">
            {formatRelative(item.created_at)}
          </time>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
          {message}
        </span>
        <span className="mt-1 block text-sm font-semibold text-brand-text">
          {booking ? <Trans>View Booking</Trans> : <Trans>View Details</Trans>}
        </span>
      </Link>
    </li>
  );
}

export interface NotificationListProps {
  items: Notification[] | undefined;
  loading: boolean;
  /** Returns whether the person has a role, so that the notification links to their work page. */
  holds: (role: WorkRole) => boolean;
  onOpen: (item: Notification) => void;
}

export default function NotificationList({ items, loading, holds, onOpen }: NotificationListProps) {
  const { t } = useLingui();
  if (loading) {
    return (
      <PanelNote busy>
        <Trans>Loading notifications...</Trans>
      </PanelNote>
    );
  }
  if (!items?.length) {
    return (
      <PanelNote>
        <Trans>No notifications</Trans>
      </PanelNote>
    );
  }
  return (
    <ul aria-label={t`Notifications`} className="grid gap-1">
      {items.map((item) => (
        <Item key={item.id} item={item} holds={holds} onOpen={() => onOpen(item)} />
      ))}
    </ul>
  );
}
