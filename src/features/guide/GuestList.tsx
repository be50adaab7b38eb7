import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/controls';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/states';
import { GuestCard } from './GuestCard';
import { findGuests, sortGuests } from './groups';
import { type Guest, guestsQuery } from './queries';

/** More are drawn when they are asked for. */
const STEP = 40;
/** From here on, a name is found sooner by typing it. */
const SEARCH_FROM = 8;

const NONE: readonly Guest[] = [];

interface Props {
  userId: string;
  departureId: string;
  open: boolean;
}

/** The guests of a departure that was opened. */
export function GuestList({ userId, departureId, open }: Props) {
  const { t } = useLingui();
  const query = useQuery(guestsQuery(userId, departureId));
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(STEP);
  const wanted = useDeferredValue(search);
  const guests = useMemo(() => sortGuests(query.data ?? []), [query.data]);
  const found = useMemo(() => findGuests(guests, wanted), [guests, wanted]);
  const first = useMemo(() => found.slice(0, most), [found, most]);
  // The card opens in one frame; its guests are drawn in small steps after it.
  const drawn = useDeferredValue(first, NONE);
  if (!query.data) {
    return query.error ? (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    ) : (
      <LoadingArea label={t`Loading guests`} className="grid gap-3">
        <Skeleton className="h-36 rounded-lg!" />
        <Skeleton className="h-36 rounded-lg!" />
      </LoadingArea>
    );
  }
  const hidden = found.length - most;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <StaleNotice
        within
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      {guests.length >= SEARCH_FROM && (
        <div className="input-icon">
          <Search aria-hidden="true" />
          <Input
            type="search"
            aria-label={t`Find a guest`}
            placeholder={t`Name or hotel`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && (
        <p role="status" className="p-2 text-ink-2">
          {guests.length === 0 ? (
            <Trans>Nobody is booked any more.</Trans>
          ) : (
            <Trans>Nobody of that name or hotel.</Trans>
          )}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {drawn.map((guest) => (
          <GuestCard key={guest.id} userId={userId} departureId={departureId} guest={guest} open={open} />
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
