import { Trans, useLingui } from '@lingui/react/macro';
import { TicketAge } from '@/features/booking/tickets/passengers/TicketAge';
import { DockTicket } from '@/features/dock/sale/DockTicket';
import { useDockTicket } from '@/features/dock/sale/use-dock-ticket';
import { paths } from '@/lib/routing/paths';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** What the link of a ticket leads to that was sold at the dock: `/dock-ticket#{token}`. */
export default function DockTicketPage() {
  const { t } = useLingui();
  const token = useLinkToken();
  useTitle(t`Your ticket`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-xl py-8 md:py-12">{token ? <Loaded token={token} /> : <NotFound />}</div>
    </div>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.home} label={<Trans>Go to the home page</Trans>}>
      <Trans>The trip is over, or the ticket has a new link. Ask where you bought it.</Trans>
    </LinkNotValid>
  );
}

function Loaded({ token }: { token: string }) {
  const { t } = useLingui();
  const { query, statement, gone } = useDockTicket(token);
  const { data, error } = query;
  if (gone) return <NotFound />;
  if (data)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <TicketAge query={query} timeZone={data.time_zone} />
        <DockTicket ticket={data} statement={statement} />
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
