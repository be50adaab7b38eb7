import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { receiptQuery } from '@/features/booking/tickets/receipt/queries';
import { Receipt } from '@/features/booking/tickets/receipt/Receipt';
import { isUuid } from '@/lib/format/uuid';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { LinkButton } from '@/ui/Button';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PrintPage } from '@/ui/PrintPage';

export default function ReceiptPage() {
  const { t } = useLingui();
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(t`Receipt`);
  return (
    <PrintPage back={{ to: paths.bookings, label: <Trans>My Bookings</Trans> }} className="max-w-3xl">
      {kind && isUuid(id) ? <Loaded kind={kind} id={id} /> : <NotFound />}
    </PrintPage>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <ErrorState
      heading="h1"
      title={t`Booking not found`}
      actions={
        <LinkButton to={paths.bookings} variant="primary">
          <Trans>My Bookings</Trans>
        </LinkButton>
      }
    />
  );
}

function Loaded({ kind, id }: { kind: TicketRow['kind']; id: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(receiptQuery(kind, id));
  if (data) return <Receipt receipt={data} />;
  if (error && 'code' in error && error.code === 'booking_not_found') return <NotFound />;
  if (error) {
    return <ErrorState heading="h1" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <LoadingArea label={t`Loading your receipt`}>
      <Skeleton className="h-[40rem] rounded-xl!" />
    </LoadingArea>
  );
}
