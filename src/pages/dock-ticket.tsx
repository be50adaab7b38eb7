import { Trans, useLingui } from '@lingui/react/macro';
import { TicketAge } from '@/features/booking/tickets/passengers/TicketAge';
import { DockTicket } from '@/features/dock/sale/DockTicket';
import { useDockTicket } from '@/features/dock/sale/use-dock-ticket';
import { paths } from '@/lib/routing/paths';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { LinkPage } from '@/ui/LinkPage';

export default function DockTicketPage() {
  const { t } = useLingui();
  return (
    <LinkPage
      title={t`Your ticket`}
      useLink={useDockTicket}
      loading={t`Loading the ticket`}
      notFound={<NotFound />}
      offline={<Trans>Your ticket will open when you're back online.</Trans>}
    >
      {(ticket, { query, statement }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <TicketAge query={query} timeZone={ticket.time_zone} />
          <DockTicket ticket={ticket} statement={statement} />
        </div>
      )}
    </LinkPage>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.home} label={<Trans>Go to the home page</Trans>}>
      <Trans>The trip is over, or the ticket has a new link. Ask the seller.</Trans>
    </LinkNotValid>
  );
}
