import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { KeptResult } from '@/features/dock/offline/KeptResult';
import { bookingAfter, pressAtDock } from '@/features/dock/offline/press';
import type { ListedTicket } from '@/features/dock/offline/tickets';
import { toAppError } from '@/lib/api/to-app-error';
import { formatReadAt } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { type Onward, useGoOn } from '../onward';
import { outcomeOfBooking, outcomeOfError } from '../outcome';
import { type CheckInBooking, nameRest, type Press } from '../queries';
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
    mutationFn: (press: Press) => pressAtDock({ bookingId, departureId }, nameRest(press, booking)),
    onSuccess: (answer, press) => {
      if (press.action === 'undo') onward.next();
      const after = answer ?? bookingAfter(booking, press);
      if (after && press.action !== 'undo') onDone(after);
    },
  });
  const { data: answer, variables: press, isSuccess } = act;
  useGoOn(isSuccess, onward);

  if (isSuccess && answer)
    return <Done press={press} booking={answer} onward={onward} onUndo={() => act.mutate({ action: 'undo' })} />;
  if (isSuccess)
    return <KeptResult press={press} booking={booking} target={{ bookingId }} onward={onward} onUndone={onward.next} />;

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
        onRetry={() => press && act.mutate(press)}
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
            <Trans>From the list of {time}</Trans>
          </span>
        </>
      }
    />
  );
}
