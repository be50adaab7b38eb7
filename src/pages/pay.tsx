import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { PayScreen } from '@/features/dock/pay/PayScreen';
import { linkedPaymentQuery } from '@/features/dock/pay/queries';
import { toAppError } from '@/lib/api/to-app-error';
import { paths } from '@/lib/routing/paths';
import { useLinkToken } from '@/lib/routing/use-link-token';
import { useTitle } from '@/lib/routing/use-title';
import { LinkNotValid } from '@/ui/feedback/LinkNotValid';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';

/** What the code leads to that a seller at the dock shows for a card: `/pay#{token}`. Paid, it goes on to the ticket. */
export default function PayPage() {
  const { t } = useLingui();
  const token = useLinkToken();
  useTitle(t`Pay by card`);
  return (
    <div className="shell flex-1">
      <div className="mx-auto max-w-xl py-8 md:py-12">{token ? <Loaded token={token} /> : <NotFound />}</div>
    </div>
  );
}

function NotFound() {
  return (
    <LinkNotValid to={paths.home} label={<Trans>Go to the home page</Trans>}>
      <Trans>Ask the seller for a new code. Nothing was charged through this link.</Trans>
    </LinkNotValid>
  );
}

function Loaded({ token }: { token: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const query = useQuery(linkedPaymentQuery(token));
  const { data, error } = query;
  const ticket = data?.ticket;
  useEffect(() => {
    if (ticket) void navigate(`${paths.dockTicket}#${ticket}`, { replace: true });
  }, [ticket, navigate]);
  if (data && !ticket) return <PayScreen token={token} payment={data} onPaid={() => void query.refetch()} />;
  if (error && toAppError(error).code === 'sale_not_found') return <NotFound />;
  if (error)
    return <QueryFailed heading="h1" query={query} offline={<Trans>Nothing is charged in the meantime.</Trans>} />;
  return (
    <LoadingArea label={t`Opening the payment`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}
