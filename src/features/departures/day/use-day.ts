import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { useDelay } from '@/features/departures/delays/use-delay';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate } from '@/lib/format/dates';
import { useNow } from '@/lib/hooks/use-now';
import { nextDeparture } from './next-departure';
import { type Departure, departuresQuery, passengersQuery, type Work, workKeys } from './queries';
import { usePrefetchQueries } from './use-prefetch-queries';
import { useWaitingCounts } from './use-waiting-counts';

const NONE: readonly Departure[] = [];

/** Returns the departures of a person's work with their states, and the function that cancels one. */
export function useDay(work: Work) {
  const { userId } = work;
  // Shuttle managers see everyone's departures, so none of these opens automatically or loads before it is opened.
  const isOwn = work.role !== 'shuttle_manager';
  const client = useQueryClient();
  const query = usePages({ ...departuresQuery(work), placeholderData: keepPreviousData });
  const soonest = (isOwn && query.data?.pages[0]?.rows) || NONE;
  usePrefetchQueries(
    useMemo(
      () =>
        soonest
          .filter((one) => one.people > 0 && one.service_date <= calendarDate(one.time_zone, 1))
          .map((one) => passengersQuery(userId, one)),
      [soonest, userId],
    ),
  );
  const states = useDepartureStates(
    workKeys.all(userId),
    query.rows?.map(({ departure_id }) => departure_id),
  );
  const departures = useWaitingCounts(userId, query.rows);
  const running = departures?.filter(({ departure_id }) => states.get(departure_id)?.status !== 'cancelled');
  const next = nextDeparture((isOwn && running) || NONE, useNow());
  const refresh = () => refreshQueries(client, { queryKey: workKeys.all(userId) });
  return {
    query,
    departures,
    next,
    states,
    cancelling: useCancelDeparture(refresh),
    delaying: useDelay(refresh),
    refresh,
  };
}
