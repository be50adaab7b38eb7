import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, MapPin, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DepartureStateNotice } from '@/features/departures/cancelling/DepartureStateNotice';
import type { DepartureState } from '@/features/departures/cancelling/queries';
import { CancelDepartureButton, useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { DayList } from '@/features/departures/DayList';
import { DepartureCard, Fact } from '@/features/departures/DepartureCard';
import { hasDeparted } from '@/features/departures/departed';
import { nextDeparture } from '@/features/departures/next-departure';
import { useDepartureConditions } from '@/features/departures/use-departure-conditions';
import { MessageGroupButton, useGroupMessage } from '@/features/departures/use-group-message';
import { usePrefetchQueries } from '@/features/departures/use-prefetch-queries';
import { useWaitingCounts } from '@/features/departures/use-waiting-counts';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate, formatDay, formatLongDate, formatTime } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useMediaQuery } from '@/ui/use-media-query';
import { GuidePassengers } from './GuidePassengers';
import { departuresQuery, type GuideBooking, type GuideDeparture, guideKeys, passengersQuery } from './queries';

const MonthCalendar = lazyPart(() => import('./MonthCalendar'), {
  fallback: <Skeleton className="h-96 rounded-lg!" />,
});

interface Props {
  userId: string;
  status: StatusControls;
  /** The only day shown; '' for all future ones. */
  day: string;
  onDay: (day: string) => void;
}

/** Future departures by date, and the month's calendar. */
export function GuideDepartures({ userId, status, day, onDay }: Props) {
  const message = useGroupMessage(userId, status);
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: guideKeys.all(userId) });
  const cancelling = useCancelDeparture(refresh);
  return (
    <div className="grid grid-cols-1 gap-3 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-6">
      <Calendar userId={userId} day={day} onDay={onDay} />
      <Departures
        userId={userId}
        day={day}
        onDay={onDay}
        onMessage={message.write}
        onCancel={({ experience_id: serviceId, slot_id: slotId, service_date: date }) =>
          cancelling.ask({ departures: [{ serviceId, slotId, date }] })
        }
        onChanged={refresh}
      />
      {message.dialog}
      {cancelling.dialog}
    </div>
  );
}

/** Beside the list if there is room, otherwise behind a button. */
function Calendar({ userId, day, onDay }: Omit<Props, 'status'>) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const [shown, setShown] = useState(false);
  const calendar = <MonthCalendar userId={userId} day={day} onPick={onDay} />;
  return (
    <section aria-label={t`Calendar`} className="lg:sticky lg:top-24 lg:order-2">
      {wide ? (
        <div className="card p-4">{calendar}</div>
      ) : (
        <>
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto flex!"
            aria-expanded={shown}
            icon={<CalendarDays aria-hidden="true" />}
            onClick={() => setShown(!shown)}
          >
            {shown ? <Trans>Hide calendar</Trans> : <Trans>Calendar</Trans>}
          </Button>
          {shown && <div className="card mt-3 p-2 sm:p-4">{calendar}</div>}
        </>
      )}
    </section>
  );
}

interface ListProps extends Omit<Props, 'status'> {
  onMessage: (departure: GuideDeparture) => void;
  onCancel: (departure: GuideDeparture) => void;
  onChanged: () => Promise<void>;
}

function Departures({ userId, day, onDay, onMessage, onCancel, onChanged }: ListProps) {
  const { t } = useLingui();
  const query = usePages({ ...departuresQuery(userId, day), placeholderData: keepPreviousData });
  const soonest = query.data?.pages[0];
  usePrefetchQueries(
    useMemo(
      () =>
        (soonest?.rows ?? [])
          .filter((departure) => departure.service_date <= calendarDate(departure.time_zone, 1))
          .map((departure) => passengersQuery(userId, departure.departure_id)),
      [soonest, userId],
    ),
  );
  const states = useDepartureStates(
    guideKeys.all(userId),
    query.rows?.map(({ departure_id }) => departure_id),
  );
  const departures = useWaitingCounts({
    departures: query.rows,
    bookings: ({ departure_id }) => passengersQuery(userId, departure_id),
    amountOf: ({ total_price }: GuideBooking) => total_price,
  });
  const next = nextDeparture(
    (departures ?? []).filter(({ departure_id }) => states.get(departure_id)?.status !== 'cancelled'),
    useNow(),
    ({ guests }) => guests,
  );
  return (
    <DayList
      query={query}
      departures={departures}
      loading={t`Loading bookings`}
      filter={
        day && (
          <Button size="sm" className="justify-self-start" icon={<X aria-hidden="true" />} onClick={() => onDay('')}>
            <Trans>Show all days</Trans>
          </Button>
        )
      }
      empty={
        <EmptyState
          icon={<CalendarDays aria-hidden="true" />}
          title={day ? <Trans>No bookings on this day.</Trans> : <Trans>No upcoming bookings.</Trans>}
        >
          {day ? (
            <span key="first">{formatLongDate(day)}</span>
          ) : (
            <span>
              <Trans>New bookings appear here automatically.</Trans>
            </span>
          )}
        </EmptyState>
      }
      card={(departure) => (
        <GuideDepartureCard
          key={departure.departure_id}
          userId={userId}
          departure={departure}
          isNext={departure.departure_id === next?.departure_id}
          state={states.get(departure.departure_id)}
          onMessage={() => onMessage(departure)}
          onCancel={() => onCancel(departure)}
          onChanged={onChanged}
        />
      )}
      more={<MorePages pages={query} />}
    />
  );
}

interface CardProps {
  userId: string;
  departure: GuideDeparture;
  isNext: boolean;
  state: DepartureState | undefined;
  onMessage: () => void;
  onCancel: () => void;
  onChanged: () => Promise<void>;
}

function GuideDepartureCard({ userId, departure, isNext, state, onMessage, onCancel, onChanged }: CardProps) {
  const { t } = useLingui();
  const { guests, meeting_point, title, service_date: date, time_zone: timeZone } = departure;
  const about = `${title}, ${formatDay(date)}`;
  const now = useNow();
  const cancelled = state?.status === 'cancelled';
  const conditions = useDepartureConditions(cancelled ? null : departure.territory_id, {
    kind: 'experience',
    serviceId: departure.experience_id,
    date,
    start: departure.start_time,
    timeZone,
  });
  const canCancel = !cancelled && !hasDeparted(date, departure.start_time, timeZone, now);
  return (
    <DepartureCard
      departure={departure}
      people={guests}
      counted={plural(guests, { one: 'guest', other: 'guests' })}
      hour={formatTime(departure.start_time)}
      isNext={isNext}
      facts={meeting_point && <Fact icon={<MapPin aria-hidden="true" />}>{meeting_point}</Fact>}
      actions={
        <>
          <MessageGroupButton size="sm" onPress={onMessage} />
          {canCancel && <CancelDepartureButton size="sm" about={about} onPress={onCancel} />}
        </>
      }
      conditions={conditions}
      notice={state && <DepartureStateNotice state={state} about={about} timeZone={timeZone} onChanged={onChanged} />}
      show={t`Show guests`}
      hide={t`Hide guests`}
    >
      {(phase) => (
        <GuidePassengers
          userId={userId}
          departureId={departure.departure_id}
          phase={phase}
          timeZone={departure.time_zone}
        />
      )}
    </DepartureCard>
  );
}
