import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Onward } from '@/features/dock/check-in/onward';
import { type CheckInBooking, nameRest, type Press } from '@/features/dock/check-in/queries';
import { Checking } from '@/features/dock/check-in/results';
import { proveTicket } from '@/features/dock/check-in/scan/proof';
import { ticketKeysQuery } from '@/features/dock/check-in/scan/queries';
import { TicketScreen } from '@/features/dock/check-in/TicketScreen';
import { storedUser } from '@/lib/api/session';
import { formatReadAt } from '@/lib/format/dates';
import { sha256 } from '@/lib/hash';
import { useNow } from '@/lib/hooks/use-now';
import type { Statement } from '../../../../supabase/functions/_shared/ticket-statement.ts';
import { type Decision, decideOffline } from './decide';
import { pressWithoutLine, type Target } from './press';
import { readQueue, useReports } from './queue';
import { ticketsQuery } from './tickets';
import { Verdict } from './Verdict';
import { TIME_ZONE } from './verdict-words';

interface Props {
  bookingId: string;
  code: string;
  statement: string | null;
  onward: Onward;
  busy: boolean;
  atOnce: boolean;
  onPress: () => void;
  onKept: (press: Press, booking: CheckInBooking | null) => void;
  onRetry: () => void;
  /** Shown if the phone can't tell. */
  children: ReactNode;
}

interface Pressed {
  target: Omit<Target, 'bookingId' | 'code'>;
  press: Press;
  /** The phone's decision. */
  decision: Decision;
}

/** Shows a ticket while offline, decided by what the phone knows (docs/decisions/0061). */
export function OfflineCheckIn(props: Props) {
  const { bookingId, code, statement, onward, atOnce, onPress, onKept, children } = props;
  const now = useNow();
  const reports = useReports();
  const userId = storedUser()?.id ?? '';
  // Only stored data is used, so this doesn't wait for the network.
  const list = useQuery({ ...ticketsQuery(userId), enabled: false });
  const { data: keys } = useQuery({ ...ticketKeysQuery, retry: false });
  const shown = useQuery({
    queryKey: ['offline-ticket', bookingId, code, statement, keys],
    queryFn: async () => {
      // We read this phone's earlier check-ins first, so that no one is checked in twice.
      await readQueue();
      return {
        bookingId,
        hash: await sha256(code),
        proof: statement && keys?.length ? await proveTicket(statement, { bookingId, code }, keys) : null,
      };
    },
    gcTime: 0,
  });
  const act = useMutation({
    mutationFn: ({ target, press }: Pressed) => pressWithoutLine({ ...target, bookingId, code }, press),
    onMutate: onPress,
    onSuccess: (_, { press, decision }) => onKept(press, decision.is === 'valid' ? decision.booking : null),
  });
  if (shown.error) return children;
  if (!shown.data) return <Checking />;
  // The decision stays as it was at the tap, because saving the action would change it to "Already checked in".
  const pressedOn = act.isPending || act.isSuccess ? act.variables.decision : null;
  const decision =
    pressedOn ??
    decideOffline(shown.data, {
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
        onAct={(press) => act.mutate({ target: { departureId }, press: nameRest(press, booking), decision })}
        notice={
          <>
            <WifiOff aria-hidden="true" />
            <span>
              <Trans>No connection: list from {time}</Trans>
            </span>
          </>
        }
      />
    );
  }
  const enter = (ticket: Statement) =>
    act.mutate({
      target: {},
      press: {
        action: 'checked_in',
        // The own ticket of one passenger checks in no one else.
        passengers: ticket.passenger
          ? [ticket.passenger]
          : (decision.is === 'proven' && decision.passengers) || undefined,
      },
      decision,
    });
  return <Verdict {...props} decision={decision} busy={act.isPending || props.busy} onEnter={enter} />;
}
