import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useParams } from 'react-router-dom';
import { BookingNotFound } from '@/features/booking/tickets/BookingNotFound';
import { receiptQuery } from '@/features/booking/tickets/receipt/queries';
import { Receipt } from '@/features/booking/tickets/receipt/Receipt';
import { formatReadAt } from '@/lib/format/dates';
import { isUuid } from '@/lib/format/uuid';
import { useOnline } from '@/lib/offline/use-online';
import { onLineBack } from '@/lib/routing/chunks';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PrintPage } from '@/ui/PrintPage';

export default function ReceiptPage() {
  const { t } = useLingui();
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(t`Receipt`);
  return (
    <PrintPage back={{ to: paths.bookings, label: <Trans>My Bookings</Trans> }} className="max-w-3xl">
      {kind && isUuid(id) ? <Loaded id={id} /> : <BookingNotFound />}
    </PrintPage>
  );
}

interface StaleProps {
  online: boolean;
  /** The time at which the receipt was read, in milliseconds. */
  readAt: number;
  timeZone: string;
  onRetry: () => void;
  retrying: boolean;
}

/** Warns that the receipt may be out of date, and shows when it was read. */
function Stale({ online, readAt, timeZone, onRetry, retrying }: StaleProps) {
  const time = formatReadAt(readAt, timeZone);
  return (
    <Alert
      tone="warn"
      icon={<WifiOff aria-hidden="true" />}
      className="mb-4 print:hidden"
      action={
        online && (
          <Button size="sm" variant="ghost" busy={retrying} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {online ? (
        <Trans>We couldn't update the receipt. This one is from {time}.</Trans>
      ) : (
        <Trans>You're offline. This is the receipt from {time}.</Trans>
      )}
    </Alert>
  );
}

function Loaded({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(receiptQuery(id));
  const online = useOnline();
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLineBack(() => again()), []);
  const retry = { onRetry: again, retrying: isFetching };
  if (data) {
    return (
      <>
        {(error || !online) && <Stale online={online} readAt={dataUpdatedAt} timeZone={data.time_zone} {...retry} />}
        <Receipt receipt={data} />
      </>
    );
  }
  if (error && 'code' in error && error.code === 'booking_not_found') return <BookingNotFound />;
  if (error) {
    return (
      <ErrorState
        heading="h1"
        title={error.message}
        {...retry}
        offline={<Trans>The receipt will open when you're back online. Your tickets stay in My Bookings.</Trans>}
      />
    );
  }
  return (
    <LoadingArea label={t`Loading your receipt`}>
      <Skeleton className="h-[40rem] rounded-xl!" />
    </LoadingArea>
  );
}
