import { Trans, useLingui } from '@lingui/react/macro';
import {
  BadgeCheck,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  LoaderCircle,
  Lock,
  OctagonX,
  RefreshCw,
  SearchX,
  WifiOff,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import type { Refused } from './outcome';
import type { CheckInAction, CheckInBooking } from './queries';
import { ResultScreen } from './ResultScreen';

export function Checking() {
  return (
    <ResultScreen
      polite
      tone="night"
      icon={<LoaderCircle aria-hidden="true" className="animate-spin" />}
      title={<Trans>Checking the code</Trans>}
    >
      <Trans>This takes a second.</Trans>
    </ResultScreen>
  );
}

interface DoneProps {
  action: CheckInAction;
  booking: CheckInBooking;
  dashboard: string;
}

/** After an action: what was done, until the page moves on. */
export function Done({ action, booking, dashboard }: DoneProps) {
  const { t } = useLingui();
  const success = action === 'checked_in';
  return (
    <ResultScreen
      tone={success ? 'success' : 'grey'}
      icon={success ? <CircleCheck aria-hidden="true" /> : <CircleSlash aria-hidden="true" />}
      title={success ? t`Checked In` : t`Marked as no show`}
      booking={booking}
      dashboard={dashboard}
    >
      <Trans>Success! Passenger status has been updated.</Trans>
    </ResultScreen>
  );
}

const clock = (instant: string | null | undefined): string | null =>
  instant ? new Date(instant).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }) : null;

function Used({ booking, dashboard }: { booking: CheckInBooking; dashboard: string | undefined }) {
  const time = clock(booking.checked_in_at);
  const date =
    booking.checked_in_at && new Date(booking.checked_in_at).toDateString() !== new Date().toDateString()
      ? booking.checked_in_at.slice(0, 10)
      : null;
  const noShow = booking.check_in_status === 'no_show';
  return (
    <ResultScreen
      tone={noShow ? 'grey' : 'used'}
      icon={noShow ? <CircleSlash aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
      title={noShow ? <Trans>Marked as no show</Trans> : <Trans>Already checked in</Trans>}
      booking={booking}
      dashboard={dashboard}
    >
      {noShow ? (
        <Trans>
          This ticket was marked as a no-show before. Ask your region's staff if the passenger is here after all.
        </Trans>
      ) : time ? (
        <Trans>
          Checked in at {time}
          {date ? ` (${date})` : ''}. Nothing to do.
        </Trans>
      ) : (
        <Trans>Nothing to do.</Trans>
      )}
    </ResultScreen>
  );
}

type Props = {
  outcome: Refused;
  /** The sentence of the refusal or failure, from the data layer. */
  message?: string | undefined;
  detail?: string | undefined;
  booking?: CheckInBooking | undefined;
  from: string;
  /** Of who scans. */
  dashboard?: string;
  busy?: boolean;
  onRetry: () => void;
};

/** Every answer that is not the ticket itself. */
export function Result({ outcome, message, detail, booking, from, dashboard, busy = false, onRetry }: Props) {
  const { t } = useLingui();
  const retry = (
    <Button variant="paper" size="lg" busy={busy} icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  );
  const screen = (
    tone: 'danger' | 'night' | 'warn',
    icon: ReactNode,
    title: string,
    text: ReactNode,
    action?: ReactNode,
  ) => (
    <ResultScreen
      tone={tone}
      icon={icon}
      title={title}
      booking={booking}
      action={action}
      dashboard={outcome === 'forbidden' ? undefined : dashboard}
    >
      {text}
    </ResultScreen>
  );
  switch (outcome) {
    case 'checked_in':
    case 'no_show':
      return booking ? (
        <Used booking={booking} dashboard={dashboard} />
      ) : (
        screen('warn', <WifiOff aria-hidden="true" />, t`Booking not found`, message, retry)
      );
    case 'cancelled':
      return screen(
        'danger',
        <OctagonX aria-hidden="true" />,
        t`Booking cancelled`,
        t`This booking has been cancelled. Do not let this ticket on board.`,
      );
    case 'not_open':
      return screen(
        'danger',
        <OctagonX aria-hidden="true" />,
        t`Not ready for check-in`,
        t`This booking can not be checked in as it stands. Ask your region's staff.`,
      );
    case 'invalid_link':
      return screen(
        'danger',
        <OctagonX aria-hidden="true" />,
        t`Invalid check-in link`,
        t`The id or the code is missing. Scan the QR code of the ticket again.`,
      );
    case 'invalid_code':
      return screen(
        'danger',
        <OctagonX aria-hidden="true" />,
        t`Invalid check-in code`,
        t`Ask the passenger to open the ticket in My Bookings and scan again.`,
        retry,
      );
    case 'not_found':
      return screen(
        'night',
        <SearchX aria-hidden="true" />,
        t`Booking Not Found`,
        t`This booking could not be found or has expired.`,
      );
    case 'not_yours':
      return screen('danger', <Ban aria-hidden="true" />, t`Not your booking`, message);
    case 'forbidden':
      return screen(
        'danger',
        <Ban aria-hidden="true" />,
        t`No permission`,
        t`You do not have permission to check in passengers`,
      );
    case 'too_many':
      return screen('warn', <CircleAlert aria-hidden="true" />, t`Too many attempts`, message, retry);
    case 'signed_out':
      return <SignedOut from={from} />;
    case 'failed':
      return screen(
        'warn',
        <WifiOff aria-hidden="true" />,
        message ?? t`Failed to load booking`,
        detail ?? t`Move to better signal and try again.`,
        retry,
      );
  }
}

function SignedOut({ from }: { from: string }) {
  return (
    <ResultScreen
      tone="night"
      icon={<Lock aria-hidden="true" />}
      title={<Trans>Log in first</Trans>}
      action={
        <LinkButton variant="primary" size="lg" to={paths.login} state={{ from }}>
          <Trans>Log In</Trans>
        </LinkButton>
      }
    >
      <Trans>Authentication Required: Please log in to check in passengers.</Trans>
    </ResultScreen>
  );
}
