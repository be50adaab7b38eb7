import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  BadgeCheck,
  Ban,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Clock3,
  Gift,
  LoaderCircle,
  Lock,
  OctagonX,
  RefreshCw,
  SearchX,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '@/features/account/session/session';
import { formatHourOrMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import { departureText, type TicketDeparture } from './departure';
import { isAtOnce, type Onward } from './onward';
import type { Refused } from './outcome';
import type { CheckInBooking, CheckInRequest } from './queries';
import { ResultScreen } from './ResultScreen';

export function Checking() {
  return (
    <ResultScreen
      polite
      tone="night"
      icon={<LoaderCircle aria-hidden="true" className="animate-spin" />}
      title={<Trans>Checking the code</Trans>}
    >
      <Trans>This only takes a second.</Trans>
    </ResultScreen>
  );
}

interface DoneProps {
  request: CheckInRequest;
  booking: CheckInBooking;
  onward: Onward;
  onUndo: () => void;
}

/** Shows the result of an action until the page continues. */
export function Done({ request, booking, onward, onUndo }: DoneProps) {
  const success = request.action !== 'no_show';
  const amount = request.cash === undefined ? null : formatMoney(request.cash, booking.currency_symbol);
  return (
    <ResultScreen
      tone={success ? 'success' : 'grey'}
      icon={success ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
      title={success ? t`Checked In` : t`Marked as a no-show`}
      booking={booking}
      onward={onward}
      onUndo={booking.undo_until ? onUndo : undefined}
      silent={!isAtOnce(onward)}
    >
      <Trans>Success! Passenger status has been updated.</Trans>
      {amount && (
        <strong className="block">
          <Trans>{amount} received</Trans>
        </strong>
      )}
    </ResultScreen>
  );
}

interface UsedProps {
  booking: CheckInBooking;
  onward: Onward | undefined;
  onUndo: (() => void) | undefined;
}

/** Shows a ticket that is presented a second time, in amber because someone has to look. */
function Used({ booking, onward, onUndo }: UsedProps) {
  const { checked_in_at: at, checked_in_by: by, time_zone: zone } = booking;
  const noShow = booking.check_in_status === 'no_show';
  const time = at ? formatHourOrMoment(at, zone) : '';
  const used = by ? t`Used at ${time} by ${by}` : t`Used at ${time}`;
  const people = plural(booking.num_people, { one: '# person on board', other: '# people on board' });
  return (
    <ResultScreen
      tone={noShow ? 'grey' : 'warn'}
      icon={noShow ? <CircleSlash aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
      title={noShow ? <Trans>Marked as a no-show</Trans> : <Trans>Already checked in</Trans>}
      booking={booking}
      onward={onward}
      onUndo={onUndo}
    >
      {noShow ? (
        <span>
          <Trans>This ticket is already marked as a no-show. If the passenger is here, ask your region's staff.</Trans>
        </span>
      ) : (
        <strong>
          <Trans>
            {used}, {people}. Please check the name.
          </Trans>
        </strong>
      )}
    </ResultScreen>
  );
}

type Props = {
  outcome: Refused;
  message?: string | undefined;
  detail?: string | undefined;
  booking?: CheckInBooking | undefined;
  /** Where the holder of the ticket has to go, if not here. */
  elsewhere?: TicketDeparture | null;
  /** What the ticket proves while offline. */
  proof?: ReactNode;
  from: string;
  onward?: Onward;
  onUndo?: (() => void) | undefined;
  busy?: boolean;
  onRetry: () => void;
};

interface Answer {
  tone: 'danger' | 'night' | 'warn';
  icon: ReactNode;
  title: string;
  text: ReactNode;
  /** Set if a retry may succeed. */
  retry?: true;
}
type Plain = Exclude<Refused, 'checked_in' | 'no_show' | 'signed_out'>;

const stop = <OctagonX aria-hidden="true" />;
const refused = <Ban aria-hidden="true" />;
const noSignal = <WifiOff aria-hidden="true" />;

/** Returns the screen's text for a refusal, with the sentence of the data layer if there is one. */
function answerTo(outcome: Plain, message: string | undefined, detail: string | undefined): Answer {
  const answers: Record<Plain, Answer> = {
    cancelled: {
      tone: 'danger',
      icon: stop,
      title: t`Booking cancelled`,
      text: t`This booking has been cancelled. Do not let anyone board with this ticket.`,
    },
    not_open: {
      tone: 'danger',
      icon: stop,
      title: t`Not ready for check-in`,
      text: t`You can't check in this booking. Ask your region's staff.`,
    },
    not_now: {
      tone: 'warn',
      icon: <Clock3 aria-hidden="true" />,
      title: t`Not now`,
      text: message,
      retry: true,
    },
    invalid_link: {
      tone: 'danger',
      icon: stop,
      title: t`Invalid check-in link`,
      text: t`We couldn't read the whole ticket code. Scan the QR code on the ticket again.`,
    },
    invalid_code: {
      tone: 'danger',
      icon: stop,
      title: t`Invalid check-in code`,
      text: t`Ask the passenger to open the ticket in My Bookings and scan again.`,
      retry: true,
    },
    not_found: {
      tone: 'night',
      icon: <SearchX aria-hidden="true" />,
      title: t`Booking Not Found`,
      text: t`This booking could not be found or has expired.`,
    },
    not_yours: { tone: 'danger', icon: refused, title: t`This isn't one of your bookings`, text: message },
    own_booking: { tone: 'danger', icon: refused, title: t`This is your own booking`, text: message },
    moved: {
      tone: 'warn',
      icon: <CalendarClock aria-hidden="true" />,
      title: t`Moved to another departure`,
      text: t`This is an old code. The new one is on the ticket in My Bookings.`,
    },
    given: {
      tone: 'warn',
      icon: <Gift aria-hidden="true" />,
      title: t`Transferred to someone else`,
      text: t`This is an old code, because the ticket was transferred. The new code is in the new guest's My Bookings.`,
    },
    replaced: {
      tone: 'warn',
      icon: <CalendarClock aria-hidden="true" />,
      title: t`Old ticket`,
      text: t`The booking has changed since this ticket was shared. Check the name on your list.`,
    },
    forbidden: {
      tone: 'danger',
      icon: refused,
      title: t`No permission`,
      text: t`You do not have permission to check in passengers`,
    },
    too_many: {
      tone: 'warn',
      icon: <CircleAlert aria-hidden="true" />,
      title: t`Too many attempts`,
      text: message,
      retry: true,
    },
    failed: {
      tone: 'warn',
      icon: noSignal,
      title: message ?? t`Failed to load booking`,
      text: detail ?? t`Move to where the signal is better and try again.`,
      retry: true,
    },
  };
  return answers[outcome];
}

/** Shows every result except the ticket itself. */
export function Result(props: Props) {
  const {
    outcome,
    message,
    detail,
    booking,
    elsewhere = null,
    proof,
    from,
    onward,
    onUndo,
    busy = false,
    onRetry,
  } = props;
  if (outcome === 'signed_out') return <SignedOut from={from} />;
  const used = outcome === 'checked_in' || outcome === 'no_show';
  if (used && booking) return <Used booking={booking} onward={onward} onUndo={onUndo} />;
  const { tone, icon, title, text, retry } = used
    ? ({ tone: 'warn', icon: noSignal, title: t`Booking not found`, text: message, retry: true } as const)
    : answerTo(outcome, message, detail);
  const scans = outcome === 'forbidden' ? undefined : onward;
  return (
    <ResultScreen
      tone={tone}
      icon={icon}
      title={title}
      booking={booking}
      action={
        retry ? (
          <Button variant="paper" size="lg" busy={busy} icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        ) : (
          !scans && <OwnStart />
        )
      }
      onward={scans}
    >
      {text}
      {proof}
      {elsewhere && (
        <span className="mt-3 block rounded-lg border-2 border-current px-4 py-3">
          <strong className="block">{elsewhere.title}</strong>
          <span>{departureText(elsewhere, new Date())}</span>
        </span>
      )}
    </ResultScreen>
  );
}

/** Shows a link for people who don't scan tickets. */
function OwnStart() {
  const books = useSession().hasRole('tourist');
  return (
    <LinkButton variant="paper" size="lg" to={books ? paths.bookings : paths.home}>
      {books ? <Trans>My Bookings</Trans> : <Trans>Go to Home Page</Trans>}
    </LinkButton>
  );
}

function SignedOut({ from }: { from: string }) {
  return (
    <ResultScreen
      tone="night"
      icon={<Lock aria-hidden="true" />}
      title={<Trans>Log in first</Trans>}
      action={
        <LinkButton variant="paper" size="lg" to={paths.login} state={{ from }}>
          <Trans>Log In</Trans>
        </LinkButton>
      }
    >
      <Trans>Authentication Required: Please log in to check in passengers.</Trans>
    </ResultScreen>
  );
}
