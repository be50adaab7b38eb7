import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { PeopleList } from '@/features/departures/PeopleList';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { BookingCard } from './BookingCard';
import { byHotel, findBookings } from './pickups';
import { passengersQuery, type RunBooking, type RunRef } from './queries';

interface Props extends RunRef {
  /** The day has come: passengers may be checked in. */
  open: boolean;
  /** The reader answers the region's conversations. */
  talks: boolean;
  /** Above the list, from what was loaded. */
  head?: (bookings: readonly RunBooking[]) => ReactNode;
}

/** The bookings of a departure that was opened, in the order of their hotels. */
export function PassengerList({ userId, transportId, date, open, talks, head }: Props) {
  const { t } = useLingui();
  const query = useQuery(passengersQuery(userId, transportId, date));
  const run = useMemo(() => ({ userId, transportId, date }), [userId, transportId, date]);
  const bookings = useMemo(() => byHotel(query.data ?? []), [query.data]);
  if (!query.data) {
    return query.error ? (
      <ErrorState
        heading="h2"
        title={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <LoadingArea label={t`Loading passengers`} className="grid gap-3">
        <Skeleton className="h-36 rounded-lg!" />
        <Skeleton className="h-36 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <StaleNotice
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {head?.(bookings)}
      <PeopleList
        people={bookings}
        find={findBookings}
        step={30}
        searchLabel={t`Find a passenger`}
        placeholder={t`Name or hotel`}
        empty={<Trans>Nobody is booked.</Trans>}
        notFound={<Trans>Nobody of that name or hotel.</Trans>}
        card={(booking) => <BookingCard booking={booking} run={run} open={open} talks={talks} />}
      />
    </div>
  );
}
