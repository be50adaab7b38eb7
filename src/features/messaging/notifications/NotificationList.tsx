import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { PanelNote } from '@/features/messaging/PanelNote';
import { formatRelative } from '@/lib/format/dates';
import { paths, withQuery } from '@/lib/routing/paths';
import { cx } from '@/ui/cx';
import type { Notification } from './queries';

/** Pages of those whom a notification of the type is for. */
const WORK: Readonly<Record<string, string>> = {
  run: paths.driverDashboard,
  guide: paths.guideDashboard,
  invite: paths.profile,
  no_guide: withQuery(paths.manageRegion, { tab: 'experiences' }),
};

/** Every notification leads to the bookings; one about a message straight to its conversation, those about work to the work. */
export function targetOf(item: Pick<Notification, 'type' | 'booking_id' | 'transport_booking_id'>): string {
  const work = WORK[item.type];
  if (work) return work;
  if (item.type !== 'message') return paths.bookings;
  if (item.booking_id) return paths.conversation('experience', item.booking_id);
  if (item.transport_booking_id) return paths.conversation('transport', item.transport_booking_id);
  return paths.bookings;
}

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const booking = item.type !== 'message' && (item.booking_id ?? item.transport_booking_id);
  return (
    <li>
      <Link
        to={targetOf(item)}
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
            <span>{item.title}</span>
          </span>
          <time dateTime={item.created_at} className="flex-none text-xs text-ink-3">
            {formatRelative(item.created_at)}
          </time>
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
          {item.message}
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
  onOpen: (item: Notification) => void;
}

export function NotificationList({ items, loading, onOpen }: NotificationListProps) {
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
        <Item key={item.id} item={item} onOpen={() => onOpen(item)} />
      ))}
    </ul>
  );
}
