import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BadgeCheck, CalendarClock, CircleCheck, CircleSlash, OctagonX, RefreshCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { storedUser } from '@/lib/api/session';
import { formatHour, formatLongDate, formatReadAt, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import type { Statement } from '../../../../../supabase/functions/_shared/ticket-statement.ts';
import { departureText, type TicketDeparture } from '../departure';
import type { Onward } from '../onward';
import { type CheckInBooking, nameRest, type Press } from '../queries';
import { ResultScreen } from '../ResultScreen';
import { Checking } from '../results';
import { proveTicket } from '../scan/proof';
import { ticketKeysQuery } from '../scan/queries';
import { TicketScreen } from '../TicketScreen';
import { type Decision, decideOffline } from './decide';
import { sha256 } from './hash';
import { pressWithoutLine, type Target } from './press';
import { readReports, useReports } from './queue';
import { ticketsQuery } from './tickets';

/** Of a departure that is in no list; all territories lie there. */
const TIME_ZONE = 'America/Guatemala';

interface Props {
  bookingId: string;
  code: string;
  statement: string | null;
  onward: Onward;
  busy: boolean;
  atOnce: boolean;
  /** What was pressed is kept. */
  onKept: (press: Press, booking: CheckInBooking | null) => void;
  onRetry: () => void;
  /** Where the phone cannot tell. */
  children: ReactNode;
}

/** A ticket where nobody can be asked: what the phone knows of it decides (docs/decisions/0061). */
export function OfflineCheckIn(props: Props) {
  const { bookingId, code, statement, onward, atOnce, onKept, children } = props;
  const now = useNow();
  const reports = useReports();
  const userId = storedUser()?.id ?? '';
  // Only what is here: nothing is waited for.
  const list = useQuery({ ...ticketsQuery(userId), enabled: false });
  const { data: keys } = useQuery({ ...ticketKeysQuery, retry: false });
  const shown = useQuery({
    queryKey: ['offline-ticket', bookingId, code, statement, keys],
    queryFn: async () => {
      // Nobody is let in before it is known whom this phone has let in.
      await readReports();
      return {
        bookingId,
        hash: await sha256(code),
        proof: statement && keys?.length ? await proveTicket(statement, { bookingId, code }, keys) : null,
      };
    },
    gcTime: 0,
  });
  const act = useMutation({
    mutationFn: ({
      target,
      press,
    }: {
      target: Omit<Target, 'bookingId' | 'code'>;
      press: Press;
      booking: CheckInBooking | null;
    }) => pressWithoutLine({ ...target, bookingId, code }, press),
    onSuccess: (_, { press, booking }) => onKept(press, booking),
  });
  if (shown.error) return children;
  if (!shown.data) return <Checking />;
  const decision = decideOffline(shown.data, {
    tickets: list.data ?? [],
    readAt: list.dataUpdatedAt,
    reports,
    now,
    timeZone: TIME_ZONE,
  });
  if (decision.is === 'unknown') return children;
  if (decision.is === 'valid') {
    const { booking, departureId } = decision;
    const time = formatReadAt(list.dataUpdatedAt, booking.time_zone);
    return (
      <TicketScreen
        booking={booking}
        onward={onward}
        pending={act.isPending ? act.variables.press : null}
        atOnce={atOnce}
        onAct={(press) =>
          act.mutate({ target: { kind: booking.kind, departureId }, press: nameRest(press, booking), booking })
        }
        notice={
          <>
            <WifiOff aria-hidden="true" />
            <span>
              <Trans>No connection: by the list of {time}</Trans>
            </span>
          </>
        }
      />
    );
  }
  const enter = (ticket: Statement) =>
    act.mutate({
      target: { kind: ticket.transport ? 'transport' : 'experience' },
      press: {
        action: 'checked_in',
        passengers: (decision.is === 'proven' && decision.passengers) || undefined,
      },
      booking: null,
    });
  return <Verdict {...props} decision={decision} busy={act.isPending || props.busy} onEnter={enter} />;
}

interface VerdictProps extends Pick<Props, 'onward' | 'busy' | 'onRetry'> {
  decision: Exclude<Decision, { is: 'valid' | 'unknown' }>;
  onEnter: (ticket: Statement) => void;
}

/** Every decision but a ticket of the list that can be checked in. */
function Verdict({ decision, onward, busy, onRetry, onEnter }: VerdictProps) {
  const { tone, icon, title, booking, text } = wordsOf(decision, useNow());
  const ticket =
    decision.is === 'proven'
      ? decision.statement
      : decision.is === 'elsewhere' && decision.boards
        ? decision.boards
        : null;
  return (
    <ResultScreen
      tone={tone}
      icon={icon}
      title={title}
      booking={booking}
      onward={onward}
      action={
        <>
          {ticket && (
            <Button
              variant="paper"
              size="lg"
              busy={busy}
              icon={<CircleCheck aria-hidden="true" />}
              onClick={() => onEnter(ticket)}
            >
              <span>{decision.is === 'proven' ? t`Check In` : t`Check in all the same`}</span>
            </Button>
          )}
          <button
            type="button"
            aria-disabled={busy || undefined}
            className="btn min-h-14 border-2! border-current! bg-transparent! text-current!"
            onClick={onRetry}
          >
            <RefreshCw aria-hidden="true" />
            <span>
              <Trans>Ask again with a line</Trans>
            </span>
          </button>
        </>
      }
    >
      {text}
    </ResultScreen>
  );
}

interface Words {
  tone: 'success' | 'warn' | 'danger' | 'grey';
  icon: ReactNode;
  title: string;
  booking?: CheckInBooking | undefined;
  text: ReactNode;
}

/** What the screen says of a decision. */
function wordsOf(decision: VerdictProps['decision'], now: Date): Words {
  switch (decision.is) {
    case 'proven':
      return {
        tone: 'success',
        icon: <BadgeCheck aria-hidden="true" />,
        title: t`Genuine ticket`,
        text: (
          <>
            <strong className="block">{statementText(decision.statement)}</strong>
            <span>
              <Trans>It was bought after the list of this phone was read. Its signature is ours.</Trans>
            </span>
          </>
        ),
      };
    case 'here':
      return wordsOfArrival(decision);
    case 'elsewhere':
      return {
        tone: 'warn',
        icon: <CalendarClock aria-hidden="true" />,
        title: t`Another departure`,
        text: <strong>{whichText(decision.departure, now)}</strong>,
      };
    case 'invalid':
      return wordsOfRefusal(decision, now);
  }
}

function wordsOfArrival({ booking, at, status, byThisPhone }: Decision & { is: 'here' }): Words {
  const time = at ? formatHour(at, booking?.time_zone ?? TIME_ZONE) : '';
  const people = plural(booking?.num_people ?? 0, { one: '# person on board', other: '# people on board' });
  const noShow = status === 'no_show';
  return {
    tone: noShow ? 'grey' : 'warn',
    icon: noShow ? <CircleSlash aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />,
    title: noShow ? t`Marked as no show` : t`Already checked in`,
    booking: booking ?? undefined,
    text: (
      <strong>
        {[byThisPhone ? t`By this phone at ${time}` : t`By the list at ${time}`, !noShow && booking && people]
          .filter(Boolean)
          .join(', ')}
      </strong>
    ),
  };
}

function wordsOfRefusal(decision: Decision & { is: 'invalid' }, now: Date): Words {
  const danger = { tone: 'danger', icon: <OctagonX aria-hidden="true" /> } as const;
  const amber = { tone: 'warn', icon: <CalendarClock aria-hidden="true" /> } as const;
  switch (decision.why) {
    case 'signature':
      return {
        ...danger,
        title: t`No valid signature`,
        text: <Trans>The QR code was altered or does not come from us. Check the name on your list.</Trans>,
      };
    case 'revoked':
      return {
        ...danger,
        title: t`No valid signature`,
        text: <Trans>Its signature is not trusted any more. Ask the guest to open My Bookings with a signal.</Trans>,
      };
    case 'version':
      return {
        ...amber,
        title: t`An old ticket`,
        text: <Trans>There is a newer ticket of this booking in My Bookings. Check the name on your list.</Trans>,
      };
    case 'cancelled':
      return {
        ...danger,
        title: t`Booking cancelled`,
        text: <Trans>This booking has been cancelled. Do not let this ticket on board.</Trans>,
      };
    case 'moved':
      return {
        ...amber,
        title: t`Moved to another departure`,
        text: <strong>{whichText(decision.departure, now)}</strong>,
      };
    case 'given':
      return {
        ...amber,
        title: t`Given to somebody else`,
        text: (
          <Trans>
            This code is an old one: the ticket was given away. Whoever has it now has the new one in My Bookings.
          </Trans>
        ),
      };
  }
}

const whichText = (which: TicketDeparture | Statement, now: Date): string =>
  'people' in which ? statementText(which) : `${which.title}: ${departureText(which, now)}`;

function statementText({ date, time, people }: Statement): string {
  const count = plural(people, { one: '# person', other: '# people' });
  return [formatLongDate(date), time && formatTime(time), count].filter(Boolean).join(', ');
}
