import { Trans, useLingui } from '@lingui/react/macro';
import { PassengerTicket } from '@/features/booking/tickets/passengers/PassengerTicket';
import { TicketAge } from '@/features/booking/tickets/passengers/TicketAge';
import { usePassengerTicket } from '@/features/booking/tickets/passengers/use-passenger-ticket';
import { paths } from '@/lib/routing/paths';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { LinkPage } from '@/ui/LinkPage';

export default function PassengerTicketPage() {
  const { t } = useLingui();
  return (
    <LinkPage
      title={t`Your ticket`}
      useLink={usePassengerTicket}
      loading={t`Loading the ticket`}
      notFound={<NotFound />}
      offline={<Trans>Your ticket will open when you're back online.</Trans>}
    >
      {(ticket, { token, query, statement }) => (
        <div className="grid gap-4">
          <TicketAge query={query} timeZone={ticket.time_zone} />
          <PassengerTicket code={token} ticket={ticket} statement={statement} />
        </div>
      )}
    </LinkPage>
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
