import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { bookingAfter, checkInOrQueue } from '@/features/dock/offline/check-in-or-queue';
import { KeptResult } from '@/features/dock/offline/KeptResult';
import type { ListedTicket } from '@/features/dock/offline/tickets';
import { toAppError } from '@/lib/api/to-app-error';
import { formatReadAt } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { type Onward, useGoOn } from '../onward';
import { outcomeOfBooking, outcomeOfError } from '../outcome';
import { type CheckInBooking, type CheckInRequest, nameRest } from '../queries';
import { Done, Result } from '../results';
import { TicketScreen } from '../TicketScreen';

interface Props {
  ticket: ListedTicket;
  /** When the list was read, in milliseconds. */
  readAt: number;
  onward: Extract<Onward, { next: () => void }>;
  onDone: (booking: CheckInBooking) => void;
}

/** Checks in a passenger found by name, without a code, as in the day's list. */
export function ListedCheckIn({ ticket, readAt, onward, onDone }: Props) {
  const { booking, bookingId, departureId } = ticket;
  const act = useMutation({
    mutationFn: (request: CheckInRequest) => checkInOrQueue({ bookingId, departureId }, nameRest(request, booking)),
    onSuccess: (answer, request) => {
      if (request.action === 'undo') onward.next();
      const after = answer ?? bookingAfter(booking, request);
      if (after && request.action !== 'undo') onDone(after);
    },
  });
  const { data: answer, variables: request, isSuccess } = act;
  useGoOn(isSuccess, onward);

  if (isSuccess && answer)
    return <Done request={request} booking={answer} onward={onward} onUndo={() => act.mutate({ action: 'undo' })} />;
  if (isSuccess)
    return (
      <KeptResult request={request} booking={booking} target={{ bookingId }} onward={onward} onUndone={onward.next} />
    );

  const standing = outcomeOfBooking(booking);
  const error = act.error && toAppError(act.error);
  const outcome = error ? outcomeOfError(error) : standing;
  if (outcome !== 'ready')
    return (
      <Result
        outcome={outcome}
        message={error?.message}
        detail={error?.detail}
        booking={booking}
        from={paths.checkIn(bookingId, '')}
        onward={onward}
        busy={act.isPending}
        onRetry={() => request && act.mutate(request)}
      />
    );
  const time = formatReadAt(readAt, booking.time_zone);
  return (
    <TicketScreen
      booking={booking}
      onward={onward}
      pending={act.isPending ? act.variables : null}
      onAct={act.mutate}
      notice={
        <>
          <ClipboardList aria-hidden="true" />
          <span>
            <Trans>From the list at {time}</Trans>
          </span>
        </>
      }
    />
  );
}
