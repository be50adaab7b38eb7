import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { receiptQuery } from '@/features/booking/tickets/receipt/queries';
import { Receipt } from '@/features/booking/tickets/receipt/Receipt';
import { isUuid } from '@/lib/format/uuid';
import { usePrintTheme } from '@/lib/hooks/use-print-theme';
import { paths } from '@/lib/routing/paths';
import { useTitle } from '@/lib/routing/use-title';
import { Button, LinkButton } from '@/ui/Button';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';

export default function ReceiptPage() {
  const { t } = useLingui();
  const { kind: named, id = '' } = useParams();
  const kind = named === 'experience' || named === 'transport' ? named : null;
  useTitle(t`Receipt`);
  usePrintTheme();
  return (
    <div className="page-work min-h-dvh flex-1 print:bg-white">
      <div className="mx-auto max-w-3xl px-4 pt-4 pb-16 print:max-w-none print:p-0">
        <div className="mb-4 flex items-center justify-between gap-4 print:hidden">
          <Link
            to={paths.bookings}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-ink-2 hover:text-ink"
          >
            <ArrowLeft aria-hidden="true" className="size-4" />
            <Trans>My Bookings</Trans>
          </Link>
          <Button icon={<Printer aria-hidden="true" />} onClick={() => print()}>
            <Trans>Print</Trans>
          </Button>
        </div>
        {kind && isUuid(id) ? <Loaded kind={kind} id={id} /> : <NotFound />}
      </div>
    </div>
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
