import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Ban, IdCard, MapPin, Printer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { CancelDepartureButton } from '@/features/departures/cancelling/use-cancel-departure';
import { canAnnounceDelay, type LateDeparture } from '@/features/departures/delays/delay';
import { DelayButton } from '@/features/departures/delays/use-delay';
import { hasDeparted } from '@/features/departures/departed';
import { type DepartureName, departureTitle } from '@/features/departures/departure-name';
import { assignDriverLink } from '@/features/departures/shuttle/assign-driver';
import { MessageGroupButton } from '@/features/departures/use-group-message';
import { formatDay, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { paths } from '@/lib/routing/paths';
import { useAskedBooking } from './asked-booking';
import { DepartureCard, Fact } from './DepartureCard';
import { Passengers } from './Passengers';
import type { Booking, Departure, Work } from './queries';
import { useDepartureConditions } from './use-departure-conditions';

interface Props {
  work: Work;
  departure: Departure;
  /** The next departure opens automatically. */
  isNext?: boolean;
  state: DepartureState | undefined;
  onMessage?: (departure: Departure) => void;
  actions?: (departure: Departure) => ReactNode;
  sales?: (departure: Departure) => ReactNode;
  head?: (departure: Departure, bookings: readonly Booking[]) => ReactNode;
  onDelay: (departure: LateDeparture) => void;
  onCancel: (name: DepartureName) => void;
  onChanged: () => Promise<unknown>;
}

export function DayCard({ work, departure, isNext = false, state, onDelay, onCancel, onChanged, ...acts }: Props) {
  const { t } = useLingui();
  const { kind, people, closed, service_date: date, time_zone: timeZone, service_id: serviceId } = departure;
  const cancelled = state?.status === 'cancelled';
  const about = departureTitle(departure, formatDay);
  const now = useNow();
  const asked = useAskedBooking();
  const start = departure.has_time ? departure.start_time : null;
  const conditions = useDepartureConditions(cancelled ? null : departure.territory_id, {
    kind,
    serviceId,
    date,
    start,
    timeZone,
  });
  const canCancel = !cancelled && !hasDeparted(date, start, timeZone, now);
  const canDelay = !cancelled && people > 0 && canAnnounceDelay(date, start, timeZone, now);
  const guided = kind === 'experience';
  const actions = acts.actions?.(departure);
  const sales = acts.sales?.(departure);
  return (
    <DepartureCard
      departure={departure}
      label={departureTitle(departure)}
      hour={start && formatTime(start)}
      isNext={isNext}
      opened={asked?.slotId === departure.slot_id && asked.date === date}
      counted={
        guided
          ? plural(people, { one: 'guest', other: 'guests' })
          : plural(people, { one: 'passenger', other: 'passengers' })
      }
      facts={
        <>
          {departure.place && <Fact icon={<MapPin aria-hidden="true" />}>{departure.place}</Fact>}
          {!guided && (
            <Drivers departure={departure} canAssign={work.role === 'shuttle_manager'} cancelled={cancelled} />
          )}
        </>
      }
      warning={
        closed &&
        !cancelled && (
          <Fact warn icon={<Ban aria-hidden="true" />}>
            <Trans>Closed. No new bookings on this day.</Trans>
          </Fact>
        )
      }
      actions={
        <>
          {acts.onMessage && <MessageGroupButton size="sm" onPress={() => acts.onMessage?.(departure)} />}
          {actions}
          {departure.bookings > 0 && <GuestListLink work={work} departure={departure} />}
          {canCancel && sales}
          {canDelay && start !== null && (
            <DelayButton
              size="sm"
              about={about}
              onPress={() =>
                onDelay({
                  departureId: departure.departure_id,
                  title: departure.title,
                  date,
                  start,
                  timeZone,
                  minutes: state?.delay_minutes ?? 0,
                })
              }
            />
          )}
          {canCancel && (
            <CancelDepartureButton
              size="sm"
              about={about}
              onPress={() => onCancel({ serviceId, slotId: departure.slot_id, date })}
            />
          )}
        </>
      }
      conditions={conditions}
      notice={state && <DepartureStateNotice state={state} about={about} timeZone={timeZone} onChanged={onChanged} />}
      show={guided ? t`Show guests` : t`Show passengers`}
      hide={guided ? t`Hide guests` : t`Hide passengers`}
    >
      {(phase) => <Passengers work={work} departure={departure} phase={phase} head={acts.head} />}
    </DepartureCard>
  );
}

/** Opens the list to print, by the role in which the reader sees the departure. */
function GuestListLink({ work: { role, territoryId }, departure }: Pick<Props, 'work' | 'departure'>) {
  const { t } = useLingui();
  const { title, slot_id, service_date } = departure;
  return (
    <Link
      to={paths.guestList(slot_id, service_date, role, territoryId)}
      className="icon-btn icon-btn-sm icon-btn-line"
      aria-label={t`Guest list of ${title}`}
      title={t`Guest list`}
    >
      <Printer aria-hidden="true" />
    </Link>
  );
}

interface DriversProps {
  departure: Departure;
  canAssign: boolean;
  cancelled: boolean;
}

/** A cancelled departure needs no driver. */
function Drivers({ departure: { drivers, slot_id, service_date }, canAssign, cancelled }: DriversProps) {
  if (drivers.length > 0) return <Fact icon={<IdCard aria-hidden="true" />}>{drivers.join(', ')}</Fact>;
  if (cancelled) return null;
  const none = <Trans>No driver assigned</Trans>;
  return (
    <Fact warn icon={<TriangleAlert aria-hidden="true" />}>
      {canAssign ? (
        <Link
          className="inline-flex min-h-11 items-center underline underline-offset-4"
          to={assignDriverLink(true, slot_id, service_date)}
        >
          <span>{none}</span>
        </Link>
      ) : (
        <span>{none}</span>
      )}
    </Fact>
  );
}
