import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DockTicket } from '@/features/departures/sale/DockTicket';
import { linkedTicketQuery } from '@/features/departures/sale/queries';
import { toAppError } from '@/lib/api/errors';
import { paths } from '@/lib/routing/paths';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { LetterPageFailed } from '@/ui/feedback/LetterPageFailed';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
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
    <LinkNotValid to={paths.home} label={<Trans>To the home page</Trans>}>
      <Trans>The trip is over, or the ticket has a new link. Ask where you bought it.</Trans>
    </LinkNotValid>
  );
}

function Loaded({ token }: { token: string }) {
  const { t } = useLingui();
  const query = useQuery(linkedTicketQuery(token));
  const { data, error } = query;
  if (data) return <DockTicket token={token} ticket={data} />;
  if (error && toAppError(error).code === 'sale_not_found') return <NotFound />;
  if (error)
    return <LetterPageFailed query={query} offline={<Trans>Your ticket opens when the signal is back.</Trans>} />;
  return (
    <LoadingArea label={t`Loading the ticket`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
