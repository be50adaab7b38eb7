import { Trans, useLingui } from '@lingui/react/macro';
import {
  ArrowLeftRight,
  CalendarClock,
  Gift,
  MapPin,
  MessageCircle,
  Printer,
  ReceiptText,
  Share2,
  Star,
  UserMinus,
  UserPlus,
  XCircle,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { webLink } from '@/lib/format/web-link';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import { isTicketUsed } from './arrived';
import { CalendarButton } from './calendar/CalendarButton';
import { GuideChat } from './GuideChat';
import { hasBegun, isFreeToCancel, mayChangeDate } from './next-trips';
import { directionsTo, type TicketRow, wayBackOf } from './pages';
import { mayBeReviewed } from './queries';
import { can, isVoid } from './transitions';
import { WalletButtons } from './wallet/WalletButtons';

// The texts of refusals are large.
const ReviewRefusal = lazyPart(() => import('./ReviewRefusal'), { failed: null });

/** The list renders these dialogs, because a ticket may move within it. */
export type Act = { act: 'cancel' | 'share' | 'transfer' | 'review'; row: TicketRow };

type Props = {
  row: TicketRow;
  title: string;
  /** True if the trip hasn't started yet. */
  upcoming: boolean;
  /** True in the card of the next trip, which has its own buttons for directions and messages. */
  inCard?: boolean;
  onAct: (act: Act) => void;
};

/** Shows the actions that a guest can take on a ticket. */
export function TicketActions({ row, title, upcoming, inCard = false, onAct }: Props) {
  const { t } = useLingui();
  const now = useNow();
  const wayBack = isVoid(row.status) ? null : wayBackOf(row);
  // After the first people have arrived, the rest of the party still needs directions and the ticket.
  const ahead = upcoming && !isTicketUsed(row);
  const stands = ahead && can('cancel', row.status);
  // Once the trip has begun, the guest settles problems with the operator.
  const left = stands && hasBegun(row, now);
  return (
    <div className="mt-auto pt-4">
      {mayBeReviewed(row) && row.reviewRefusal && <ReviewRefusal code={row.reviewRefusal} />}
      <div className="-mx-3 flex flex-wrap gap-x-1">
        {mayBeReviewed(row) && !row.reviewRefusal && (
          <Button
            size="sm"
            variant="soft"
            className="mx-3"
            icon={<Star aria-hidden="true" />}
            aria-label={t`Write a review of ${title}`}
            onClick={() => onAct({ act: 'review', row })}
          >
            <Trans>Write a review</Trans>
          </Button>
        )}
        {row.review && !row.review.hidden_at && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Star aria-hidden="true" />}
            aria-label={t`Edit your review of ${title}`}
            onClick={() => onAct({ act: 'review', row })}
          >
            <Trans>Edit your review</Trans>
          </Button>
        )}
        {!inCard && !left && (
          <Action to={paths.conversation(row.kind, row.id)} icon={<MessageCircle />} label={t`Message about ${title}`}>
            <Trans>Message</Trans>
          </Action>
        )}
        {!inCard && <GuideChat row={row} title={title} small />}
        {ahead && !inCard && <Directions row={row} title={title} />}
        {ahead && <CalendarButton row={row} title={title} />}
        {ahead && row.code && <WalletButtons row={row} title={title} />}
        {wayBack && (
          <Action to={wayBack} icon={<ArrowLeftRight />} label={t`Return trip: ${title}`}>
            <Trans>Return trip</Trans>
          </Action>
        )}
        {!row.paid_by_other && (
          <Action to={paths.receipt(row.kind, row.id)} icon={<ReceiptText />} label={t`Receipt of ${title}`}>
            <Trans>Receipt</Trans>
          </Action>
        )}
        {ahead && row.code && (
          <Action to={paths.ticket(row.kind, row.id)} icon={<Printer />} label={t`Print ticket for ${title}`}>
            <Trans>Print</Trans>
          </Action>
        )}
        {ahead && row.code && row.num_people > 1 && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Share2 aria-hidden="true" />}
            aria-label={t`Share tickets for ${title}`}
            onClick={() => onAct({ act: 'share', row })}
          >
            <Trans>Share tickets</Trans>
          </Button>
        )}
        {left && (
          <Action
            to={paths.conversation(row.kind, row.id)}
            icon={<MessageCircle />}
            label={t`Message the operator about ${title}`}
          >
            <Trans>Message the operator</Trans>
          </Action>
        )}
        {stands && mayChangeDate(row, now) && (
          <Action to={paths.changeDate(row.kind, row.id)} icon={<CalendarClock />} label={t`Change date of ${title}`}>
            <Trans>Change date</Trans>
          </Action>
        )}
        {stands && !(row.paid_by_other && row.booking_type === 'shared') && isFreeToCancel(row, now) && (
          <Action to={paths.morePeople(row.kind, row.id)} icon={<UserPlus />} label={t`More people for ${title}`}>
            <Trans>More people</Trans>
          </Action>
        )}
        {stands && !left && row.num_people > 1 && (
          <Action to={paths.fewerPeople(row.kind, row.id)} icon={<UserMinus />} label={t`Fewer people for ${title}`}>
            <Trans>Fewer people</Trans>
          </Action>
        )}
        {stands && !left && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Gift aria-hidden="true" />}
            aria-label={t`Transfer ticket: ${title}`}
            onClick={() => onAct({ act: 'transfer', row })}
          >
            <Trans>Transfer ticket</Trans>
          </Button>
        )}
        {stands && !left && (
          <Button
            size="sm"
            variant="ghost"
            icon={<XCircle aria-hidden="true" />}
            aria-label={t`Cancel ${title}`}
            onClick={() => onAct({ act: 'cancel', row })}
          >
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

function Directions({ row, title }: Pick<Props, 'row' | 'title'>) {
  const { t } = useLingui();
  const href = webLink(directionsTo(row));
  if (!href) return null;
  return (
    <a
      className="btn btn-ghost btn-sm"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Directions to ${title}`}
    >
      <MapPin aria-hidden="true" />
      <Trans>Directions</Trans>
    </a>
  );
}

type ActionProps = { to: string; icon: ReactNode; label: string; children: ReactNode };

function Action({ to, icon, label, children }: ActionProps) {
  return (
    <Link className="btn btn-ghost btn-sm" to={to} aria-label={label}>
      {icon}
      <span className="contents">{children}</span>
    </Link>
  );
}
