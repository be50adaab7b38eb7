import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BadgeCheck, CalendarClock, CircleSlash, OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';
import { departureText, type TicketDeparture } from '@/features/dock/check-in/departure';
import type { CheckInBooking } from '@/features/dock/check-in/queries';
import { formatHourOrMoment, formatLongDate, formatTime } from '@/lib/format/dates';
import type { Statement } from '../../../../supabase/functions/_shared/ticket-statement.ts';
import type { Decision } from './decide';

/** The time zone of a departure that is in no list. All territories use it. */
export const TIME_ZONE = 'America/Guatemala';

/** Every decision except a listed ticket that can be checked in. */
export type VerdictDecision = Exclude<Decision, { is: 'valid' | 'unknown' }>;

interface Words {
  tone: 'success' | 'warn' | 'danger' | 'grey';
  icon: ReactNode;
  title: string;
  booking?: CheckInBooking | undefined;
  text: ReactNode;
}

/** Returns the screen's texts for a decision. */
export function wordsOf(decision: VerdictDecision, now: Date): Words {
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
              <Trans>The ticket was bought after this phone loaded its list. The ticket is genuine.</Trans>
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

function wordsOfArrival({ booking, at, status, byThisPhone, passenger }: Decision & { is: 'here' }): Words {
  const time = at ? formatHourOrMoment(at, booking?.time_zone ?? TIME_ZONE) : '';
  const people = passenger
    ? t`Passenger ${passenger}`
    : plural(booking?.num_people ?? 0, { one: '# person on board', other: '# people on board' });
  const noShow = status === 'no_show';
  return {
    tone: noShow ? 'grey' : 'warn',
    icon: noShow ? <CircleSlash aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />,
    title: noShow ? t`Marked as a no-show` : t`Already checked in`,
    booking: booking ?? undefined,
    text: (
      <strong>
        {[
          byThisPhone ? t`From this phone at ${time}` : t`From the list at ${time}`,
          !noShow && (booking || passenger) && people,
        ]
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
        title: t`We couldn't verify this ticket`,
        text: <Trans>The QR code was changed or isn't ours. Check the name on your list.</Trans>,
      };
    case 'revoked':
      return {
        ...danger,
        title: t`We couldn't verify this ticket`,
        text: (
          <Trans>
            We can't verify this ticket any longer. Ask the guest to open My Bookings where there's a signal.
          </Trans>
        ),
      };
    case 'version':
      return {
        ...amber,
        title: t`Old ticket`,
        text: <Trans>There's a newer ticket for this booking in My Bookings. Check the name on your list.</Trans>,
      };
    case 'replaced':
      return {
        ...amber,
        title: t`Old ticket`,
        text: (
          <Trans>
            The ticket was withdrawn, or the booking has changed since the ticket was shared. The guest who booked has
            the new ticket.
          </Trans>
        ),
      };
    case 'cancelled':
      return {
        ...danger,
        title: t`Booking cancelled`,
        text: <Trans>This booking has been cancelled. Do not let anyone board with this ticket.</Trans>,
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
        title: t`Transferred to someone else`,
        text: (
          <Trans>
            This is an old code, because the ticket was transferred. The new code is in the new guest's My Bookings.
          </Trans>
        ),
      };
  }
}

const whichText = (which: TicketDeparture | Statement, now: Date): string =>
  'people' in which ? statementText(which) : `${which.title}: ${departureText(which, now)}`;

function statementText({ date, time, people, passenger }: Statement): string {
  const count = passenger
    ? t`Passenger ${passenger} of ${people}`
    : plural(people, { one: '# person', other: '# people' });
  return [formatLongDate(date), time && formatTime(time), count].filter(Boolean).join(', ');
}
