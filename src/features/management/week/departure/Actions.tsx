import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ClipboardList, Lock, LockOpen } from 'lucide-react';
import { CancelDepartureButton, useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { canAnnounceDelay } from '@/features/departures/delays/delay';
import { DelayButton, useDelay } from '@/features/departures/delays/use-delay';
import { hasDeparted } from '@/features/departures/departed';
import { closeDeparture } from '@/features/departures/queries';
import { MessageGroupButton, useGroupMessage } from '@/features/departures/use-group-message';
import { ScanButton } from '@/features/dock/check-in/scan/ScanButton';
import { departureKeys } from '@/features/management/calendar/queries';
import { calendarDate, formatDay } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { Button, LinkButton } from '@/ui/Button';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import type { DepartureDetail, DepartureRef } from '../queries';

interface Props {
  territoryId: string;
  departureRef: DepartureRef;
  departure: DepartureDetail;
  userId: string;
  notice: StatusControls;
  /** False while offline, when nothing can be changed. */
  online: boolean;
  /** Refetches everything that shows the departure. */
  onChanged: () => Promise<unknown>;
  /** The announced delay, in minutes. */
  delay: number;
}

/** Offers a message to all guests, closing sales, tickets and the printed list. */
export function Actions({
  territoryId,
  departureRef: ref,
  departure,
  userId,
  notice,
  online,
  onChanged,
  delay,
}: Props) {
  const client = useQueryClient();
  const message = useGroupMessage(userId, notice);
  const { departure_id: id, guests, closed, past, title, start_time: start, time_zone: timeZone } = departure;
  const cancelled = departure.cancel_reason !== null;
  const now = useNow();
  const cancelling = useCancelDeparture(onChanged);
  const delaying = useDelay(onChanged);
  const close = useMutation({
    mutationFn: (next: boolean) => closeDeparture({ ...ref, closed: next }),
    onError: (error) => notice.failure(error),
    // Refetched even after a failure, because someone may have changed the departure.
    onSettled: () => client.invalidateQueries({ queryKey: departureKeys.all }),
  });
  const isToday = ref.date === calendarDate(timeZone);
  if (!online) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        {id && guests.length > 0 && (
          <MessageGroupButton
            onPress={() =>
              message.write({
                departure_id: id,
                title,
                service_date: ref.date,
                start_time: start ?? '',
                has_time: start !== null,
                bookings: guests.length,
              })
            }
          />
        )}
        {id &&
          guests.length > 0 &&
          !cancelled &&
          start !== null &&
          canAnnounceDelay(ref.date, start, timeZone, now) && (
            <DelayButton
              variant="secondary"
              about={`${title}, ${formatDay(ref.date)}`}
              onPress={() => delaying.ask({ departureId: id, title, date: ref.date, start, timeZone, minutes: delay })}
            />
          )}
        {!cancelled && !hasDeparted(ref.date, start, timeZone, now) && (
          <CancelDepartureButton
            variant="secondary"
            about={`${title}, ${formatDay(ref.date)}`}
            onPress={() => cancelling.ask({ departures: [ref] })}
          />
        )}
        {!past && !cancelled && (
          <Button
            busy={close.isPending}
            icon={closed ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
            onClick={() => close.mutate(!closed)}
          >
            {closed ? <Trans>Open for bookings</Trans> : <Trans>Close for new bookings</Trans>}
          </Button>
        )}
        {isToday && guests.some(({ check_in_status }) => check_in_status === 'pending') && <ScanButton />}
        {guests.length > 0 && (
          <LinkButton
            to={paths.guestList(ref.slotId, ref.date, 'territory_staff', territoryId)}
            icon={<ClipboardList aria-hidden="true" />}
          >
            <Trans>Guest list</Trans>
          </LinkButton>
        )}
      </div>
      {message.dialog}
      {cancelling.dialog}
      {delaying.dialog}
    </>
  );
}
