import { Trans, useLingui } from '@lingui/react/macro';
import { PassengerTicket } from '@/features/booking/tickets/passengers/PassengerTicket';
import { TicketAge } from '@/features/booking/tickets/passengers/TicketAge';
import { usePassengerTicket } from '@/features/booking/tickets/passengers/use-passenger-ticket';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** What the link of a passenger's own ticket leads to: `/passenger-ticket#{code}`. */
export default function PassengerTicketPage() {
  const { t } = useLingui();
  const code = useLinkToken();
  useTitle(t`Your ticket`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-xl py-8 md:py-12">{code ? <Loaded code={code} /> : <NotFound />}</div>
    </div>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.home} label={<Trans>Go to the home page</Trans>}>
      <Trans>
        The trip is over, or the booking has changed. Ask the person who sent you the ticket for the new one.
      </Trans>
    </LinkNotValid>
  );
}

function Loaded({ code }: { code: string }) {
  const { t } = useLingui();
  const { query, statement } = usePassengerTicket(code);
  const { data, error } = query;
  if (error && toAppError(error).code === 'passenger_ticket_not_found') return <NotFound />;
  if (data)
    return (
      <div className="grid gap-4">
        <TicketAge query={query} timeZone={data.time_zone} />
        <PassengerTicket code={code} ticket={data} statement={statement} />
      </div>
    );
  if (error)
    return (
      <QueryFailed heading="h1" query={query} offline={<Trans>Your ticket will open when you're back online.</Trans>} />
    );
  return (
    <LoadingArea label={t`Loading the ticket`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
