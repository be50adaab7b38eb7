import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import { minimumKey } from '@/features/booking/minimum/queries';
import { BookingNotFound } from '@/features/booking/tickets/BookingNotFound';
import { bookingKeys, myTicketQuery } from '@/features/booking/tickets/queries';
import { TicketSheet } from '@/features/booking/tickets/sheet/TicketSheet';
import { useSignedTickets } from '@/features/booking/tickets/signed';
import { OfferedTo } from '@/features/booking/tickets/transfer/OfferedTo';
import { useKeptTickets } from '@/features/booking/tickets/use-kept-tickets';
import { isUuid } from '@/lib/format/uuid';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { onLineBack } from '@/lib/routing/chunks';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PrintPage } from '@/ui/PrintPage';

export default function TicketPage() {
  const { t } = useLingui();
  const { user } = useSession();
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(t`Ticket`);
  return (
    <PrintPage back={{ to: paths.bookings, label: <Trans>My Bookings</Trans> }} className="max-w-3xl" primary>
      {user && kind && isUuid(id) ? <Loaded userId={user.id} id={id} /> : <BookingNotFound />}
    </PrintPage>
  );
}

function Loaded({ userId, id }: { userId: string; id: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(myTicketQuery(client, userId, id));
  const [row] = useSignedTickets(data ? [data] : []);
  useKeptTickets(userId, row ? [row] : []);
  useLiveQuery({ [`user:${userId}`]: ['booking'] }, bookingKeys.ticket(id));
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, minimumKey);
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLineBack(() => again()), []);
  if (row) {
    return (
      <>
        <div className="mb-4 empty:hidden print:hidden">
          <StaleNotice
            failed={error !== null}
            updatedAt={dataUpdatedAt}
            timeZone={row.territory?.time_zone}
            busy={isFetching}
            onRetry={again}
            marksSaved
          />
        </div>
        <OfferedTo row={row} className="mb-4 print:hidden" />
        <TicketSheet row={row} readAt={dataUpdatedAt} />
      </>
    );
  }
  if (data === null) return <BookingNotFound />;
  if (error) {
    return (
      <ErrorState
        heading="h1"
        title={error.message}
        onRetry={again}
        retrying={isFetching}
        offline={<Trans>This ticket isn't saved on this phone. It will open when you're back online.</Trans>}
      />
    );
  }
  return (
    <LoadingArea label={t`Loading your ticket`}>
      <Skeleton className="h-[40rem] rounded-xl!" />
    </LoadingArea>
  );
}
