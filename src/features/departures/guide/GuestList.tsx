import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PeopleList } from '@/features/departures/PeopleList';
import { StaleNotice } from '@/features/departures/StaleNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { GuestCard } from './GuestCard';
import { findGuests, sortGuests } from './groups';
import { guestsQuery } from './queries';

interface Props {
  userId: string;
  departureId: string;
  open: boolean;
}

/** The guests of a departure that was opened. */
export function GuestList({ userId, departureId, open }: Props) {
  const { t } = useLingui();
  const query = useQuery(guestsQuery(userId, departureId));
  const guests = useMemo(() => sortGuests(query.data ?? []), [query.data]);
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
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <StaleNotice
        within
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      <PeopleList
        people={guests}
        find={findGuests}
        step={40}
        searchLabel={t`Find a guest`}
        placeholder={t`Name or hotel`}
        empty={<Trans>Nobody is booked any more.</Trans>}
        notFound={<Trans>Nobody of that name or hotel.</Trans>}
        card={(guest) => <GuestCard userId={userId} departureId={departureId} guest={guest} open={open} />}
      />
    </div>
  );
}
