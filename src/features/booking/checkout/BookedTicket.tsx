import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CalendarButton } from '@/features/booking/tickets/calendar/CalendarButton';
import { shortCode } from '@/features/booking/tickets/code';
import { Place } from '@/features/booking/tickets/Place';
import { wayBackOf } from '@/features/booking/tickets/pages';
import { QrCode } from '@/features/booking/tickets/QrCode';
import { myBookingQuery, myBookingsQuery } from '@/features/booking/tickets/queries';
import { ticketQr, useSignedTickets } from '@/features/booking/tickets/signed';
import { useKeptTickets } from '@/features/booking/tickets/use-kept-tickets';
import { WalletButtons } from '@/features/booking/tickets/wallet/WalletButtons';
import { usePages } from '@/lib/api/use-pages';
import { LinkButton } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';

type Props = { userId: string; bookingId: string; title: string };

/**
 * Shows the booked ticket with its code, place and calendar button. If the ticket can't be loaded, the guest still
 * finds it in My Bookings.
 */
export default function BookedTicket({ userId, bookingId, title }: Props) {
  const { data, isPending } = useQuery(myBookingQuery(userId, bookingId));
  const [row] = useSignedTickets(data ? [data] : []);
  useKeptTickets(userId, useSignedTickets(usePages(myBookingsQuery(userId)).rows ?? []));
  const box = useRef<HTMLDivElement>(null);
  const shown = Boolean(row);
  useEffect(() => {
    // On a phone the panel is below the description, so the page scrolls until the whole ticket is visible.
    if (!shown || globalThis.matchMedia?.('(min-width: 64rem)').matches) return;
    box.current?.closest('section')?.scrollIntoView?.({ block: 'start' });
  }, [shown]);
  if (isPending) return <Skeleton className="mx-auto size-48 rounded-md!" />;
  if (!row) return null;
  const wayBack = wayBackOf(row);
  return (
    <div ref={box} className="grid gap-3">
      {row.code && (
        <div className="grid justify-items-center gap-1.5">
          <div className="rounded-md bg-white p-1.5 ring-1 ring-line">
            <QrCode value={ticketQr(row, row.code)} marginSize={1} className="block h-auto w-44" />
          </div>
          <p className="font-mono text-lg font-bold tracking-[.08em] select-all">{shortCode(row.code)}</p>
          <p className="text-sm text-ink-2">
            <Trans>Show this code to check in</Trans>
          </p>
        </div>
      )}
      <div className="-mx-5 sm:-mx-6">
        <Place row={row} title={title} />
      </div>
      <CalendarButton row={row} title={title} size="md" variant="secondary" block />
      {row.code && <WalletButtons row={row} title={title} size="md" variant="secondary" block />}
      {wayBack && (
        <LinkButton to={wayBack} icon={<ArrowLeftRight aria-hidden="true" />} block>
          <Trans>Return trip</Trans>
        </LinkButton>
      )}
    </div>
  );
}
