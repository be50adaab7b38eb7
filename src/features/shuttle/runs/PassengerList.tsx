import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/controls';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/states';
import { BookingCard } from './BookingCard';
import { byHotel, findBookings } from './pickups';
import { passengersQuery, type RunBooking, type RunRef } from './queries';

/** More are drawn when they are asked for. */
const STEP = 30;
/** From here on, a name is found sooner by typing it. */
const SEARCH_FROM = 8;

const NONE: readonly RunBooking[] = [];

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
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(STEP);
  const run = useMemo(() => ({ userId, transportId, date }), [userId, transportId, date]);
  const wanted = useDeferredValue(search);
  const bookings = useMemo(() => byHotel(query.data ?? []), [query.data]);
  const found = useMemo(() => findBookings(bookings, wanted), [bookings, wanted]);
  const first = useMemo(() => found.slice(0, most), [found, most]);
  // The card opens in one frame; its passengers are drawn in small steps after it.
  const drawn = useDeferredValue(first, NONE);
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
  const hidden = found.length - most;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <StaleNotice
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {head?.(bookings)}
      {bookings.length >= SEARCH_FROM && (
        <div className="input-icon">
          <Search aria-hidden="true" />
          <Input
            type="search"
            aria-label={t`Find a passenger`}
            placeholder={t`Name or hotel`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className="p-2 text-ink-2">
          {bookings.length === 0 ? <Trans>Nobody is booked.</Trans> : <Trans>Nobody of that name or hotel.</Trans>}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {drawn.map((booking) => (
          <BookingCard key={booking.id} booking={booking} run={run} open={open} talks={talks} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button block onClick={() => setMost(most + STEP)}>
          <Trans>Show more ({hidden})</Trans>
        </Button>
      )}
    </div>
  );
}
