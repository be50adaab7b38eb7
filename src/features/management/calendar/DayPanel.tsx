import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CalendarCheck } from 'lucide-react';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import { reasonLabel } from '@/features/departures/cancelling/labels';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { CancelDepartureButton, useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { hasDeparted } from '@/features/departures/departed';
import { closeDeparture } from '@/features/departures/queries';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { formatDay, formatLongDate, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Badge } from '@/ui/Badge';
import { Button } from '@/ui/Button';
import { Figure } from '@/ui/Figure';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Skeleton } from '@/ui/feedback/states';
import { CapacityForm } from './CapacityForm';
import type { Day } from './days';
import { closeDate, type Departure, departureKeys } from './queries';

interface Props {
  serviceId: string;
  timeZone: string;
  date: string;
  day: Day | undefined;
  pending: boolean;
}

/** Refetches the calendar after each change, even after a failure. */
function useChange<T>(change: (value: T) => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: departureKeys.all }),
  });
}

/** Shows the departures of one date. */
export function DayPanel({ serviceId, timeZone, date, day, pending }: Props) {
  const states = useDepartureStates(
    departureKeys.month(serviceId, date.slice(0, 7)),
    day?.departures.map(({ departure_id }) => departure_id),
  );
  const whole = useChange((closed: boolean) => closeDate(serviceId, date, closed));
  return (
    <>
      <h3 className="text-lg font-bold" aria-live="polite">
        {formatLongDate(date)}
      </h3>
      {!day && pending && <Skeleton className="mt-3 h-24" />}
      {!day && !pending && (
        <p className="mt-2 text-ink-2">
          <Trans>No departures on this day.</Trans>
        </p>
      )}
      <FailureAlert error={whole.error} className="mt-3" />
      {day && (
        <>
          <ul className="mt-3 grid gap-3">
            {day.departures.map((departure) => (
              <DepartureRow
                key={`${departure.slot_id}-${departure.capacity}`}
                serviceId={serviceId}
                timeZone={timeZone}
                departure={departure}
                state={states.get(departure.departure_id ?? '')}
              />
            ))}
          </ul>
          {!day.past && day.departures.length > 1 && (
            <Button
              block
              className="mt-4"
              busy={whole.isPending}
              icon={day.closed ? <CalendarCheck aria-hidden="true" /> : <Ban aria-hidden="true" />}
              onClick={() => whole.mutate(!day.closed)}
            >
              {day.closed ? <Trans>Open date</Trans> : <Trans>Close date</Trans>}
            </Button>
          )}
        </>
      )}
    </>
  );
}

interface RowProps {
  serviceId: string;
  timeZone: string;
  departure: Departure;
  state: DepartureState | undefined;
}

function DepartureRow({ serviceId, timeZone, departure, state }: RowProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: departureKeys.all });
  const cancelling = useCancelDeparture(refresh);
  const { slot_id: slotId, service_date: date, sold, held, capacity } = departure;
  const now = useNow();
  const cancelled = departure.cancel_reason !== null;
  const closed = departure.closed && !cancelled;
  const name = { serviceId, slotId, date };
  const close = useChange((next: boolean) => closeDeparture({ ...name, closed: next }));
  const hour = departure.start_time ? formatTime(departure.start_time) : t`Any time`;
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <strong className="font-semibold">{hour}</strong>
        {closed && <Badge tone="danger">{t`Closed`}</Badge>}
        {cancelled && <Badge tone="danger">{t`Cancelled: ${reasonLabel(departure.cancel_reason)}`}</Badge>}
        {departure.exclusive && <Badge tone="accent">{t`Private group`}</Badge>}
        {!departure.offered && <Badge>{t`No longer offered`}</Badge>}
      </div>
      <dl className="nums mt-2 grid grid-cols-3 gap-2 text-sm">
        <Figure label={t`Sold`} valueClass="font-semibold">
          {sold}
        </Figure>
        <Figure label={t`Held`} valueClass="font-semibold">
          {held}
        </Figure>
        <Figure label={t`Free`} valueClass="font-semibold">
          {departure.exclusive || departure.closed ? 0 : Math.max(0, capacity - sold - held)}
        </Figure>
      </dl>
      <FailureAlert error={close.error} className="mt-2" />
      {state && (
        <DepartureStateNotice
          className="mt-3"
          state={state}
          about={`${formatDay(date)}, ${hour}`}
          timeZone={timeZone}
          onChanged={refresh}
        />
      )}
      {!cancelled && !hasDeparted(date, departure.start_time, timeZone, now) && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          {departure.offered && !departure.past && (
            <>
              <CapacityForm name={name} capacity={capacity} taken={sold + held} hour={hour} />
              <Button size="sm" className="min-h-11!" busy={close.isPending} onClick={() => close.mutate(!closed)}>
                {closed ? <Trans>Open</Trans> : <Trans>Close</Trans>}
                <span className="sr-only"> {hour}</span>
              </Button>
            </>
          )}
          <CancelDepartureButton
            size="sm"
            className="min-h-11!"
            about={`${formatDay(date)}, ${hour}`}
            onPress={() => cancelling.ask({ departures: [name] })}
          />
        </div>
      )}
      <div>{cancelling.dialog}</div>
    </li>
  );
}
