import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, IdCard, MapPin, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { CancelDepartureButton } from '@/features/departures/cancelling/use-cancel-departure';
import { DepartureCard, Fact } from '@/features/departures/DepartureCard';
import { hasDeparted } from '@/features/departures/departed';
import { useDepartureConditions } from '@/features/departures/use-departure-conditions';
import { formatDay, formatLongDate, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { assignDriverLink } from './assign-driver';
import type { TransportBooking, TransportDeparture } from './queries';
import { rideName } from './ride-name';
import { TransportPassengers } from './TransportPassengers';

interface Props {
  userId: string;
  territoryId: string;
  departure: TransportDeparture;
  /** The one that is next: it opens by itself. */
  isNext?: boolean;
  /** Beside the button that opens it. */
  actions?: ReactNode;
  /** Closes its sales, as long as it is ahead; for who may. */
  sales?: ReactNode;
  state: DepartureState | undefined;
  onCancel: () => void;
  onChanged: () => Promise<unknown>;
  /** The reader answers the territory's conversations. */
  canMessage: boolean;
  /** Above the passengers, from what was loaded. */
  head?: (bookings: readonly TransportBooking[]) => ReactNode;
}

/** A departure of a shuttle or boat, for its managers and for the driver. */
export function TransportDepartureCard(props: Props) {
  const {
    userId,
    territoryId,
    departure,
    isNext = false,
    actions,
    sales,
    state,
    onCancel,
    onChanged,
    canMessage,
    head,
  } = props;
  const { t } = useLingui();
  const { passengers, closed, service_date: date, time_zone: timeZone } = departure;
  const cancelled = state?.status === 'cancelled';
  const about = rideName(departure, formatDay);
  const now = useNow();
  const start = departure.has_time ? departure.start_time : null;
  const conditions = useDepartureConditions(cancelled ? null : territoryId, {
    kind: 'transport',
    serviceId: departure.transport_id,
    date,
    start,
    timeZone,
  });
  const canCancel = !cancelled && !hasDeparted(date, start, timeZone, now);
  return (
    <DepartureCard
      departure={departure}
      label={rideName(departure, formatLongDate)}
      hour={start && formatTime(start)}
      isNext={isNext}
      people={passengers}
      counted={plural(passengers, { one: 'passenger', other: 'passengers' })}
      facts={<Facts departure={departure} canAssign={canMessage} cancelled={cancelled} />}
      warning={
        closed &&
        !cancelled && (
          <Fact warn icon={<Ban aria-hidden="true" />}>
            <Trans>Closed: no new bookings on this day</Trans>
          </Fact>
        )
      }
      actions={
        <>
          {actions}
          {canCancel && sales}
          {canCancel && <CancelDepartureButton size="sm" about={about} onPress={onCancel} />}
        </>
      }
      conditions={conditions}
      notice={state && <DepartureStateNotice state={state} about={about} timeZone={timeZone} onChanged={onChanged} />}
      show={t`Show passengers`}
      hide={t`Hide passengers`}
    >
      {(phase) => (
        <TransportPassengers
          userId={userId}
          slotId={departure.slot_id}
          date={departure.service_date}
          phase={phase}
          timeZone={departure.time_zone}
          canMessage={canMessage}
          {...(head && { head })}
        />
      )}
    </DepartureCard>
  );
}

interface FactsProps {
  departure: TransportDeparture;
  canAssign: boolean;
  cancelled: boolean;
}

/** When, from where and by whom: nobody is missing on one that does not take place. */
function Facts({ departure, canAssign, cancelled }: FactsProps) {
  const none = <Trans>No driver assigned</Trans>;
  const { pickup_location, drivers } = departure;
  return (
    <>
      <Fact icon={<MapPin aria-hidden="true" />}>{pickup_location}</Fact>
      {drivers.length > 0 && <Fact icon={<IdCard aria-hidden="true" />}>{drivers.join(', ')}</Fact>}
      {drivers.length === 0 && !cancelled && (
        <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
          {canAssign ? (
            <Link
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              to={assignDriverLink(true, departure.slot_id, departure.service_date)}
            >
              <span>{none}</span>
            </Link>
          ) : (
            <span>{none}</span>
          )}
        </Fact>
      )}
    </>
  );
}
